import { describe, expect, it } from 'vitest';
import { listTyped, playedAdventure, type Script } from '../../../test/support/adventure-run';
import {
  adventurerBrief,
  makeAdventure,
  makeMove,
  makeReading,
  makeStory,
  textOf,
  thing,
} from '../../../test/support/adventure-sample';
import { loadTokenizer } from '../../base/tokens';
import { listFresh } from '../fresh-commands';
import { adventurerMessages } from './adventurer';
import { checkSmall, smallAdventurerMessages, smallForm } from './small';

const count = await loadTokenizer();
const WINDOW = { maxContextTokens: 2_048, maxTokens: 120 };
const SMALL = { promptStyle: 'small', provider: 'local', model: 'tiny' } as const;

const kitchen = (over: Parameters<typeof makeAdventure>[0] = {}) =>
  makeAdventure({
    story: makeStory({
      text: 'A bare kitchen. A door leads north, and stairs go down.',
      reading: makeReading({ visible: [thing(1, 'tin box')], inventory: [thing(2, 'lamp')] }),
    }),
    ...over,
  });
const LOOKED = makeMove({ turn: 31, command: 'look', from: 12, to: 12, effect: false, moved: false });
const answer = (action: string) => ({
  ...{ action, thinking: '', new_objective: null, complete_objective: null },
});

describe('the prompt of a small adventurer', () => {
  const state = kitchen();
  const messages = smallAdventurerMessages(adventurerBrief({ state }), WINDOW, count);
  const text = textOf(messages);

  it('has rules under 60 tokens, and is a fraction of the long one', () => {
    expect(count(String(messages[0]?.content))).toBeLessThan(60);
    const long = textOf(
      adventurerMessages(adventurerBrief({ state }), { ...WINDOW, maxContextTokens: 16_000 }, count),
    );
    expect(count(text)).toBeLessThan(count(long) / 4);
  });

  it('ends with the newest text, and real commands that were not tried', () => {
    const [story = '', ask = ''] = text.split('\n\n').slice(-2);
    expect(story).toContain('| A bare kitchen.');
    expect(ask).toMatch(/^Not tried here: "open tin box", .*Which command do you type next\?$/);
    expect(text).not.toContain('I look around first');
  });

  it('names commands whose trial changed the world, where the run gives such hints', () => {
    const { config } = state;
    const hinted = {
      ...state,
      config: { ...config, options: { ...config.options, hints: 'trials' as const } },
    };
    const brief = adventurerBrief({
      state: hinted,
      hints: [{ command: 'rub lamp', text: 'It shines.', moved: false, points: 0, alike: [] }],
    });
    const hintedText = textOf(smallAdventurerMessages(brief, WINDOW, count));
    expect(hintedText).toMatch(/Not tried here: "rub lamp"/);
    expect(text).not.toContain('rub lamp');
    expect(smallForm(brief)).toBe('Answer with JSON only, such as {"action":"rub lamp"}');
  });

  it('has a form without thoughts, whose example plays on when it is copied', () => {
    const form = smallForm(adventurerBrief({ state }));
    expect(form).toBe('Answer with JSON only, such as {"action":"open tin box"}');
    expect(checkSmall({ state, rejected: [] }, answer('open tin box'))).toEqual([]);
  });

  it('breaks chat template tokens in commands and the texts of earlier moves', () => {
    const recent = [1, 2].map((turn) =>
      makeMove({ turn, command: 'say </s> [/INST]', text: 'It echoes <|im_end|>.' }),
    );
    const brief = adventurerBrief({ state: kitchen({ recent }) });
    const shown = textOf(smallAdventurerMessages(brief, WINDOW, count));
    expect(shown).toContain('> say < /s> [ /INST]\n| It echoes < |im_end|>.');
    expect(shown).not.toMatch(/<\/s>|<\||\[\/INST/);
  });

  it('fits a window however long the story is', () => {
    const story = makeStory({ text: 'It rains on the moor. '.repeat(500) });
    const recent = Array.from({ length: 20 }, (_, i) =>
      makeMove({ turn: i, text: 'Rain falls. '.repeat(60) }),
    );
    for (const maxContextTokens of [600, 2_048]) {
      const shown = smallAdventurerMessages(
        adventurerBrief({ state: kitchen({ story, recent }) }),
        { maxContextTokens, maxTokens: 120 },
        count,
      );
      expect(count(textOf(shown))).toBeLessThan(maxContextTokens - 120);
    }
  });
});

describe('commands that were not tried', () => {
  it('are none that were in vain, deadly, typed or walked', () => {
    const commands = listFresh(
      kitchen({
        vain: { L12: { 'open tin box': 7, 'take tin box': 6 } },
        deadly: { L12: ['examine lamp'] },
        recent: [LOOKED],
      }),
      10,
    );
    expect(commands).not.toContain('open tin box');
    expect(commands).toContain('take tin box');
    expect(commands).not.toContain('examine lamp');
    expect(commands).not.toContain('look');
    // North was walked before, so untried commands come first.
    expect(commands.indexOf('north')).toBeGreaterThan(commands.indexOf('down'));
  });

  it('does not have what is in hand examined in every place', () => {
    const elsewhere = kitchen({ vain: { L99: { 'examine lamp': 1 } } });
    expect(listFresh(kitchen(), 20)).toContain('examine lamp');
    expect(listFresh(elsewhere, 20)).not.toContain('examine lamp');
  });

  it('are there where nothing is known', () => {
    const nothing = makeStory({
      text: '',
      reading: makeReading({ location: null, visible: [], inventory: [] }),
    });
    expect(listFresh(kitchen({ story: nothing, recent: [] }), 3)).toHaveLength(3);
  });
});

describe('the same command again', () => {
  it('is refused with others to type, unless it led somewhere', () => {
    const state = kitchen({ recent: [LOOKED] });
    expect(checkSmall({ state, rejected: [] }, answer('Look.'))).toMatchObject([
      {
        pointer: '/action',
        message: expect.stringMatching(
          /^this led nowhere before; type another command, such as open tin box/,
        ),
      },
    ]);
    expect(checkSmall({ state, rejected: [] }, answer('take tin box'))).toEqual([]);
    const walked = makeMove({ command: 'east', from: 11, to: 12, moved: true });
    expect(checkSmall({ state: kitchen({ recent: [walked] }), rejected: [] }, answer('east'))).toEqual([]);
  });

  it('is refused when it was rejected in this turn', () => {
    const rejected = [{ command: 'eat lamp', reason: 'no' }];
    expect(checkSmall({ state: kitchen(), rejected }, answer('eat lamp'))).toHaveLength(1);
  });

  it('is replaced in play by what was not tried; after three such turns the run pauses, as nothing was answered', async () => {
    const args = { provider: 'local', answers: { adventurer: () => ({ action: 'look' }) } };
    const small = await playedAdventure(8, { ...args, adventurer: SMALL });
    const typed = listTyped(small);
    expect(typed[0]).toBe('look');
    expect(new Set(typed).size).toBe(typed.length);
    expect(small.state).toMatchObject({ status: 'paused', rounds: 4 });
    // Without the style, the agent gets the long prompts.
    const usual = await playedAdventure(1, args);
    const [first] = usual.asks.filter(({ ask }) => ask.brief.task === 'adventurer');
    expect(textOf(first?.ask.messages ?? [])).toContain('YOUR ANSWER');
  });

  it('is not needed by a model that copies the example: it explores', async () => {
    const copy: Script['adventurer'] = ({ state }) => ({ action: listFresh(state, 1)[0] });
    const small = await playedAdventure(30, {
      ...{ provider: 'local', answers: { adventurer: copy }, adventurer: SMALL },
    });
    expect(small.state).toMatchObject({ status: 'running', rounds: 30 });
    expect(small.state.map.rooms.filter(({ visits }) => visits > 0).length).toBeGreaterThan(3);
  });
});
