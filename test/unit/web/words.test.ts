import { describe, expect, it } from 'vitest';
import { findWords } from '../../../scripts/lib/find-words';
import { checkDictionary, listWords, readDictionaries, renameKeys } from '../../../scripts/lib/list-words';
import { renameWords } from '../../../scripts/lib/rename-words';
import { chooseLanguage, nameLanguage } from '../../../web/src/words/languages';
import { lower, say, sayAll } from '../../../web/src/words/say';

const keysOf = (source: string, file = '/web/src/page.tsx') =>
  findWords(file, source).keys.map(({ key }) => key);

describe('the texts of the pages', () => {
  const words = listWords();
  it.each([...readDictionaries()])(
    'are all in %s.json, with their placeholders, and nothing else is',
    (_, dictionary) => expect(checkDictionary(dictionary, words)).toEqual([]),
  );

  it('complains of what lacks, what is stale, and of other placeholders', () => {
    const complaints = checkDictionary(
      { 'Round {0}': 'Runde', Gone: 'Weg' },
      new Map([
        ['Round {0}', 'a.tsx:1'],
        ['Save', 'a.tsx:2'],
      ]),
    );
    expect(complaints).toEqual([
      'lacks “Save” (a.tsx:2)',
      'has “Gone”, which no page says any more',
      'has other placeholders in “Runde” than in “Round {0}”',
    ]);
  });
});

describe('findWords', () => {
  it('takes a sentence with what stands in it as one key, so that the order of words is free', () =>
    expect(keysOf('const a = <p>Written by <b>{name}</b> in {n} rounds.</p>;')).toEqual([
      'Written by {0} in {1} rounds.',
    ]));

  it('writes a key for each end of a plural', () =>
    expect(keysOf(`const a = <p>{n} {n === 1 ? 'round' : 'rounds'} played</p>;`)).toEqual([
      '{0} round played',
      '{0} rounds played',
    ]));

  it('lets controls and blocks end a sentence', () =>
    expect(keysOf('const a = <label>Comes as <select><option>player</option></select></label>;')).toEqual([
      'Comes as',
      'player',
    ]));

  it('reads labels, titles and placeholders, and no classes, names of fields or addresses', () => {
    const source =
      '<input name="role" class="wide field" title="Who it is" placeholder={isOld ? "as it was" : "new"} />;' +
      'const a = <a href="#/library">Library</a>;';
    expect(keysOf(source)).toEqual(['Who it is', 'as it was', 'new', 'Library']);
  });

  it('leaves what programs read', () => {
    const source = `
      if (one === 'Open the door') element.querySelector('button, a, summary');
      const path = \`/scenes/\${id}/turns\`;
      const code = <code>npm start</code>;
      // words: keep
      const titles = new Set(['The story so far']);
      throw new Error('No such thing');`;
    expect(keysOf(source)).toEqual([]);
  });

  it('replaces each text by a call', () => {
    const source = 'const a = <p title="Who">Round {n}</p>;';
    let code = source;
    for (const { from, to, text } of findWords('/web/src/page.tsx', source).edits.toReversed())
      code = code.slice(0, from) + text + code.slice(to);
    expect(code).toBe('const a = <p title={$say("Who")}>{$sayAll("Round {0}", n)}</p>;');
  });
});

describe('renameWords', () => {
  const rename = (source: string, renames: Record<string, string>) =>
    renameWords('/web/src/page.tsx', source, new Map(Object.entries(renames)));

  it('replaces strings, attributes, templates and children of elements around their arguments', () => {
    const source = `
      const a = say('white'), b = { label: 'Say anew' };
      const c = <p title="Who it is">
        Written by <b>{name}</b> in {n} rounds.
      </p>;
      const d = \`Take \${n} back, now\`;`;
    expect(
      rename(source, {
        white: 'pale',
        'Say anew': "Let's regenerate",
        'Who it is': 'Author',
        'Written by {0} in {1} rounds.': 'By {0}, {1} rounds',
        'Take {0} back, now': 'Undo {0} now',
      }),
    ).toEqual({
      source: `
      const a = say('pale'), b = { label: 'Let\\'s regenerate' };
      const c = <p title="Author">
        By <b>{name}</b>, {n} rounds
      </p>;
      const d = \`Undo \${n} now\`;`,
      byHand: [],
    });
  });

  it('renames both wordings of a choice, and writes only what differs twice', () => {
    const source = `const a = <p>{n} {n === 1 ? 'round is' : 'rounds are'} played.</p>;`;
    const { source: renamed } = rename(source, {
      '{0} round is played.': '{0} round so far',
      '{0} rounds are played.': '{0} rounds so far',
    });
    expect(renamed).toBe(`const a = <p>{n} {n === 1 ? 'round' : 'rounds'} so far</p>;`);
  });

  it('leaves placeholders in another order and words that code looks up, and says so', () => {
    const source = `const a = <p>{n} of {m} rounds</p>;
      // words: all
      const TERMS = ['by hand'];`;
    expect(rename(source, { '{0} of {1} rounds': 'of {1}, {0} rounds', 'by hand': 'manual' })).toEqual({
      source,
      byHand: [
        { key: 'by hand', line: 3, why: 'code looks it up by this word' },
        { key: '{0} of {1} rounds', line: 1, why: 'its placeholders changed' },
      ],
    });
  });

  it('names a new text that would not be translated', () => {
    const { byHand } = rename("const ENDS = { won: 'it is won' };", { 'it is won': 'won' });
    expect(byHand).toEqual([
      { key: 'it is won', line: 1, why: '“won” does not look like a text: wrap it in say()' },
    ]);
  });

  it('carries translations over, also of a key that is still used', () =>
    expect(
      renameKeys(
        { Old: 'Alt', Both: 'Beide', Kept: 'Da' },
        new Map([
          ['Old', 'New'],
          ['Both', 'Kept'],
        ]),
        new Set(['New', 'Kept']),
      ),
    ).toEqual({ New: 'Alt', Kept: 'Da' }));
});

describe('say', () => {
  it('puts parts at their places', () => {
    expect(say('{1} of {0}', 12, 'three')).toBe('three of 12');
    expect(sayAll('Round {0} begins', 3)).toEqual(['Round ', 3, ' begins']);
  });

  it('writes a title small inside an English sentence', () => expect(lower('My scenes')).toBe('my scenes'));
});

describe('the language of the pages', () => {
  it('is the first that the reader wishes for and the pages have, else English', () => {
    expect(chooseLanguage(['fr-CA', 'de-AT', 'en'], ['en', 'de'])).toBe('de');
    expect(chooseLanguage(['fr'], ['en', 'de'])).toBe('en');
  });

  it('is named in its own words', () =>
    expect(['de', 'es', 'ja'].map(nameLanguage)).toEqual(['Deutsch', 'Español', '日本語']));
});
