import { useEffect, useState } from 'preact/hooks';
import type { Lorebook, LoreVerdict, TriedLore } from '../../../../src/contract/lore';
import type { PageProblem } from '../../api/api';
import { library } from '../../api/library';
import { type FieldList, Fields, typed } from '../../kit/form/field-list';
import { ProblemNote } from '../../kit/problem-note';
import type { Mistake } from '../check-item';
import { verdictWords } from './lore-words';

const PAUSE_MS = 350;
const MAX_MESSAGES = 200;

interface Talk {
  talk: string;
  scenario: string;
  char: string;
  user: string;
}
const TALK: FieldList<Talk> = {
  talk: typed('Sample conversation, one message per line', {
    class: 'growing',
    rows: 3,
    maxLength: 20_000,
    placeholder: 'Ada: Look, the lighthouse!\nBo: It has been dark for a year.',
  }),
  scenario: typed('Scenario (always searched)', { maxLength: 20_000 }),
};
const NAMES: FieldList<Talk> = {
  char: typed('Reading character', { maxLength: 80 }),
  user: typed('The player', { maxLength: 80 }),
};

/** Splits a talk into messages, one per line. */
const readTalk = (talk: string): string[] =>
  talk
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-MAX_MESSAGES);

const toProblem = ({ pointer, message }: Mistake): PageProblem => ({
  title: 'This lorebook cannot be tested yet',
  status: 0,
  detail: `${pointer || 'It'}: ${message}`,
});

/** Tests a book on a talk: shows which entries come in, and why the others do not. */
export function LoreTest(props: {
  book: Lorebook;
  tried: TriedLore | null;
  onTried: (tried: TriedLore | null) => void;
  onOpen: (entry: string) => void;
}) {
  const { book, tried, onTried, onOpen } = props;
  const [scene, setScene] = useState<Talk>({ talk: '', scenario: '', char: '', user: '' });
  const { talk, scenario, char, user } = scene;
  const whole = {
    values: scene,
    onChange: (part: Partial<Talk>) => setScene((held) => ({ ...held, ...part })),
  };
  const [throws, setThrows] = useState(0);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const isAsked = talk.trim() !== '' || scenario.trim() !== '';

  useEffect(() => {
    if (!isAsked) {
      onTried(null);
      setProblem(null);
      return;
    }
    let isOvertaken = false;
    const timer = window.setTimeout(async () => {
      const { findMistakes } = await import('../check-item');
      // A missing name does not matter here; the server would refuse other mistakes.
      const whole = { ...book, name: book.name || 'Unnamed' };
      const [mistake] = findMistakes('lorebook', whole);
      if (isOvertaken) return;
      if (mistake) return setProblem(toProblem(mistake));
      const always = scenario.trim() === '' ? [] : [scenario];
      const reply = await library.tryLore({
        book: whole,
        messages: readTalk(talk),
        always,
        ...{ char, user },
        seed: String(throws),
        budget: null,
      });
      if (isOvertaken) return;
      setProblem(reply.ok ? null : reply.problem);
      if (reply.ok) onTried(reply.value);
    }, PAUSE_MS);
    return () => {
      isOvertaken = true;
      window.clearTimeout(timer);
    };
  }, [book, scene, throws, isAsked]);
  const needsNames = book.entries.some(
    ({ characterFilter, keys, secondaryKeys }) =>
      characterFilter !== null ||
      [...keys, ...secondaryKeys].some((key) => /\{\{|<(?:char|bot|user)>/i.test(key)),
  );

  return (
    <section class="card lore-test" aria-labelledby="lore-test">
      <h2 id="lore-test">Try it</h2>
      <Fields fields={TALK} {...whole} />
      {needsNames && (
        <div class="fields">
          <Fields fields={NAMES} {...whole} />
        </div>
      )}
      {problem && <ProblemNote problem={problem} />}
      {isAsked && tried && !problem && (
        <Verdicts book={book} tried={tried} onOpen={onOpen} onThrow={() => setThrows(throws + 1)} />
      )}
    </section>
  );
}

function Verdicts(props: {
  book: Lorebook;
  tried: TriedLore;
  onOpen: (entry: string) => void;
  onThrow: () => void;
}) {
  const { book, tried, onOpen, onThrow } = props;
  const inside = tried.entries.filter((verdict) => verdict.in);
  // Entries that nearly came in are listed; those without any key found stay folded.
  const near = tried.entries.filter((verdict) => !verdict.in && verdict.keys.length > 0);
  const rest = tried.entries.filter((verdict) => !verdict.in && verdict.keys.length === 0);
  const hasDice = book.entries.some(({ probability, group }) => probability < 100 || group !== '');
  const list = (verdicts: LoreVerdict[]) => (
    <ul class="verdicts">
      {verdicts.map((verdict) => (
        <Verdict key={verdict.place} book={book} verdict={verdict} onOpen={onOpen} />
      ))}
    </ul>
  );
  return (
    <>
      <p class="row between">
        <strong role="status">
          {inside.length === 0
            ? 'No matching entries.'
            : `${inside.length} matching ${inside.length === 1 ? 'entry,' : 'entries,'} ${tried.tokens} tokens.`}
        </strong>
        {hasDice && (
          <button type="button" class="plain" onClick={onThrow}>
            Reroll
          </button>
        )}
      </p>
      {list(inside)}
      {near.length > 0 && (
        <>
          <h3>Matched but left out</h3>
          {list(near)}
        </>
      )}
      {rest.length > 0 && (
        <details>
          <summary>
            {rest.length} {rest.length === 1 ? 'entry' : 'entries'} without a match
          </summary>
          {list(rest)}
        </details>
      )}
    </>
  );
}

function Verdict(props: { book: Lorebook; verdict: LoreVerdict; onOpen: (entry: string) => void }) {
  const { book, verdict, onOpen } = props;
  const entry = book.entries[verdict.place];
  // The lorebook changed after the test; the next result is on its way.
  if (entry?.id !== verdict.id) return null;
  const words = verdictWords(verdict, entry);
  return (
    <li class={verdict.in ? 'in' : 'out'}>
      <button type="button" class="plain" onClick={() => onOpen(entry.id)}>
        {entry.name || entry.keys[0] || `Entry ${entry.id}`}
      </button>
      <span>{words.long}</span>
      {verdict.tokens !== null && <span class="quiet">{verdict.tokens} tokens</span>}
    </li>
  );
}
