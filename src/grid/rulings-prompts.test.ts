import { RULE_WORDS } from 'rule-learner';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { playedRun, playToEnd } from '../../test/support/explore-run';
import {
  analysis,
  createLab,
  eventsOf,
  type Lab,
  labFrame,
  makeLabGame,
  suggest,
} from '../../test/support/lab-game';
import { fieldsOf } from '../../test/support/loose-events';
import { loadTokenizer } from '../base/tokens';
import { analysis as analysisSchema, suggestion as suggestionSchema } from '../contract/agents';
import type { Message } from '../contract/calls';
import { packFrame, unpackFrame } from '../contract/frame';
import type { AnalystBrief } from './briefs';
import { diffFrames } from './frame/diff';
import { compareFrames } from './frame/objects';
import { analystPrompts } from './prompts';

/** docs/runs.md#prompt-size: the content of prompts. ACTION1 fills the board, row by row. */
const lab = makeLabGame(({ first }, { id }) => (id === 'ACTION1' ? { to: { first: first + 1 } } : {}));
const flood = {
  ...lab,
  act: (...args: Parameters<typeof lab.act>) => {
    const step = lab.act(...args);
    const grid = unpackFrame(step.frames.at(-1) ?? '');
    for (const row of grid) row.fill(Number(step.snapshot.first) % 16, 0, 20);
    return { ...step, frames: [packFrame(grid)] };
  },
};

const HINTS =
  /\b(up|down|left|right|move[sd]?|moving|movement|walk|push|pull|jump|click|undo|select|interact|rotate|player|avatar|wall)\b/i;

const partsOf = (messages: Message[]) =>
  messages.flatMap(({ content }) =>
    typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
  );
const textOf = (messages: Message[]): string =>
  partsOf(messages)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n');
const asksOf = (room: Lab, role: 'explorer' | 'analyst') =>
  room.asks.map(({ ask }) => ask).filter((ask) => ask.role === role);

async function playFlood(turns: number): Promise<Lab> {
  const room = createLab(
    Array.from({ length: turns }, () => suggest('ACTION1')),
    [analysis({ is_consistent_with_previous: false })],
  );
  await playToEnd(room, { lab: flood });
  return room;
}

describe('what a model is told', () => {
  it('holds no hint of what an action means', async () => {
    const room = createLab([suggest('ACTION1')]);
    await playToEnd(room, { lab });
    for (const ask of [asksOf(room, 'explorer')[0], asksOf(room, 'analyst')[0]]) {
      const [system] = ask?.messages ?? [];
      expect(system?.role).toBe('system');
      // Observed differences between frames are no hint at a meaning, and every game uses the same words for rules.
      const harmless =
        /top\s+left|given up|left (?:in the budget|unverified|to learn)|a rule of your own as JSON: .*|^- .* moved .*$|^- rule \d+: .*$/gm;
      const text = textOf(ask?.messages ?? []).replace(RULE_WORDS, '');
      expect(text.replace(harmless, '')).not.toMatch(HINTS);
    }
    // The model also reads the schema.
    for (const schema of [suggestionSchema, analysisSchema]) {
      expect(JSON.stringify(z.toJSONSchema(schema))).not.toMatch(HINTS);
    }
  });

  it('is the changed cells, those in a row as one, by their palette names, and how many there are', async () => {
    const room = await playFlood(2);
    const text = textOf(asksOf(room, 'analyst')[1]?.messages ?? []);
    expect(text).toContain('60 pixels changed in region (0,0)-(2,19)');
    expect(text.match(/^\(\d+,\d+\).*: light grey -> grey$/gm)).toEqual(
      [0, 1, 2].map((row) => `(${row},0)-(${row},19): light grey -> grey`),
    );
    expect(eventsOf(room, 'action.analyzed')[1]?.payload).toMatchObject({ diff: { count: 60 } });
  });

  it('names the colours of the ARC palette', async () => {
    const [ask] = asksOf(await playFlood(1), 'explorer');
    expect(textOf(ask?.messages ?? [])).toContain(
      '0 white, 1 light grey, 2 grey, 3 mid grey, 4 dark grey, 5 black, 6 magenta, 7 pink, 8 red, 9 blue, 10 light blue, 11 yellow, 12 orange, 13 maroon, 14 green, 15 purple',
    );
  });

  it('is the last 3 observations of the action, its definition and how far it is', async () => {
    const room = await playFlood(6);
    const analyst = textOf(asksOf(room, 'analyst')[5]?.messages ?? []);
    expect(analyst).toContain('CURRENT DEFINITION: "does something" In the model\'s words, untested.');
    expect(analyst.match(/^- turn (\d+):/gm)).toEqual(['- turn 3:', '- turn 4:', '- turn 5:']);
    const explorer = textOf(asksOf(room, 'explorer')[5]?.messages ?? []);
    expect(explorer).toContain('ACTION1: 0 effects in a row predicted, 5/8 executions with effect');
    expect(explorer).toContain('"does something" In the model\'s words, untested.');
    expect(explorer).toContain('ACTION2: never executed');
  });

  it('is first_observation the first time and validation from then on, whatever came of the first', async () => {
    const room = createLab([suggest('ACTION5'), suggest('ACTION1'), suggest('ACTION5')]);
    await playToEnd(room, { lab });
    expect(room.asks.map(({ ask }) => ask.purpose)).toEqual([
      'next_action_suggestion',
      'first_observation',
      'next_action_suggestion',
      'first_observation',
      'next_action_suggestion',
      'validation',
      'next_action_suggestion',
    ]);
    const [, first, again] = asksOf(room, 'analyst');
    expect(textOf(first?.messages ?? [])).toContain('This is the first observation of this action.');
    expect(textOf(again?.messages ?? [])).toContain('NO CHANGES DETECTED');
  });

  it('holds the reasons and situations that were given before, for both', async () => {
    const room = createLab(
      [suggest('ACTION1'), suggest('ACTION1')],
      [
        analysis({
          had_effect: false,
          no_effect_reason: 'nothing is held',
          context_description: 'at the start',
        }),
      ],
    );
    await playToEnd(room, { lab });
    for (const role of ['explorer', 'analyst'] as const) {
      const [first, second] = asksOf(room, role).map((ask) => textOf(ask.messages));
      expect(first).not.toContain('nothing is held');
      expect(second).toContain(
        '; no effect, because "nothing is held"; "it did something"; situation: "at the start"',
      );
    }
  });

  it('holds what ended the game, and what completed a level', async () => {
    const risky = makeLabGame(({ level }, { id }) =>
      id === 'ACTION1' ? { to: { level: level + 1 } } : id === 'ACTION2' ? { state: 'GAME_OVER' } : {},
    );
    const room = createLab([suggest('ACTION3'), suggest('ACTION1'), suggest('ACTION2'), suggest('ACTION3')]);
    await playToEnd(room, { lab: risky });
    const { observations } = room.state.knowledge.actions.ACTION1 ?? {};
    expect(observations).toMatchObject([{ excluded: true }]);
    const [, explorer2, explorer3, explorer4] = asksOf(room, 'explorer').map((ask) => textOf(ask.messages));
    const [, levelUp, over, later] = asksOf(room, 'analyst').map((ask) => textOf(ask.messages));
    expect(explorer2).not.toContain('Actions that ended the game or changed its level');
    expect(explorer3).toContain('- turn 2, ACTION1: levels completed: 0 before, 1 after');
    expect(explorer4).toContain('- turn 3, ACTION2: GAME_OVER, and the game was started again');
    expect(explorer4).toMatch(/turn 2: .*; does not count \(the level changed\); "it did something"/);
    expect(later).toContain('- turn 3, ACTION2: GAME_OVER, and the game was started again');
    expect(over).toContain('The action ended the game (GAME_OVER).');
    expect(over).not.toContain('turn 3, ACTION2');
    // There is no picture of the old level to compare.
    expect(levelUp).toContain('The action completed a level');
    expect(levelUp).not.toContain('NO CHANGES DETECTED');
  });

  it('holds what was learnt of the world', async () => {
    const room = createLab(
      [suggest('ACTION1'), suggest('ACTION2')],
      [
        analysis({
          environment_updates: [
            { kind: 'object', name: 'dot', text: 'a blue cell', confidence: 0.8 },
            { kind: 'relationship', name: 'dots', text: 'blue above red', confidence: 0.4 },
            'grey stays grey',
          ],
        }),
        analysis(),
      ],
    );
    await playToEnd(room, { lab });
    const text = textOf(asksOf(room, 'explorer')[1]?.messages ?? []);
    expect(text).toContain('- object "dot": "a blue cell" (confidence 0.80)');
    expect(text).toContain('- relationship "dots": "blue above red" (confidence 0.40)');
    expect(text).toContain('- rule "grey stays grey": "grey stays grey" (confidence 0.50)');
    const { objects, relationships, rules, history } = room.state.knowledge.environment;
    expect([objects.length, relationships.length, rules.length, history.length]).toEqual([1, 1, 1, 3]);
  });
});

describe('what a model is told of a frame that changed in masked cells alone', () => {
  const before = '1111/1191/1111';
  const brief = (after: string[], mask: number[]): AnalystBrief => ({
    ...{ task: 'analyst', seed: 's', action: { id: 'ACTION1' }, first: true, before, after, mask },
    ...{ beforeFrame: 1, afterFrame: 2, diff: diffFrames(before, after, new Set(mask)) },
    ...{ objects: compareFrames(before, after.at(-1) ?? before, new Set(mask)), animation: [] },
    ...{ game: { state: 'NOT_FINISHED', level: 0 }, history: () => [], actions: {} },
    environment: { objects: [], relationships: [], rules: [], history: [] },
    ...{ levelCompleted: false, levelChanged: false, expectsChange: null, rules: [] },
  });
  const tell = async (one: AnalystBrief): Promise<string> => {
    const window = { maxContextTokens: 16_000, maxTokens: 800 };
    return textOf(analystPrompts(one, window, await loadTokenizer()).messages);
  };

  it('is that, and never that nothing changed', async () => {
    const text = await tell(brief(['1111/1191/8811'], [8, 9, 10, 11]));
    expect(text).toContain('ONLY MASKED CELLS CHANGED: 2 masked cells');
    expect(text).not.toContain('NO CHANGES DETECTED');
    expect(await tell(brief([before], [8, 9, 10, 11]))).toContain('NO CHANGES DETECTED');
  });

  it('is told apart from what else changed', async () => {
    const text = await tell(brief(['1111/1911/8811'], [8, 9, 10, 11]));
    expect(text).toContain('2 pixels changed in region (1,1)-(1,2)');
    expect(text).toContain('In addition, 2 masked cells changed');
  });

  it('comes with the objects of the board before, with their cells where they are no rectangles', async () => {
    const board = '99111/91118/11188/99118/91111';
    const text = await tell({ ...brief([board], []), before: board });
    const list = /OBJECTS ON THE BOARD BEFORE THE ACTION:\n([\s\S]*?)\n\n/
      .exec(text)?.[1]
      ?.split('\n')
      .slice(1);
    expect(list).toEqual([
      '- red 3×2 object (4 cells) at (1,3)',
      '- 2 × blue 2×2 object (3 cells) at (0,0), (3,0)',
    ]);
  });
});

describe('the example of an analysis', () => {
  it('names the objects that changed, and has null where null is usual', async () => {
    const room = createLab([suggest('ACTION1'), suggest('ACTION5')]);
    await playToEnd(room, { lab });
    const [effect, none] = asksOf(room, 'analyst').map(({ example }) => example);
    for (const example of [effect, none]) expect(analysisSchema.parse(example)).toEqual(example);
    const nulls = { no_effect_reason: null, environment_updates: null };
    expect(effect).toMatchObject({ ...nulls, had_effect: true, objects_involved: ['blue 1×1 object'] });
    expect(none).toMatchObject({
      ...nulls,
      had_effect: false,
      action_definition: null,
      objects_involved: null,
    });
  });

  it('gives a model that repeats it a definition at a first effect, which is what code inferred as soon as that is', async () => {
    const room = await playedRun(
      {
        game: 'lab',
        budgets: { actions: 4 },
        answer: ({ role, example }) => (role === 'explorer' ? suggest('ACTION1') : example),
      },
      { lab },
    );
    const asked = asksOf(room, 'analyst').map(
      ({ example }) => analysisSchema.parse(example).action_definition,
    );
    expect(asked[0]).not.toBeNull();
    expect(asked).toContainEqual(expect.stringMatching(/^rule \d+$/));
    expect(asked.at(-1)).toBeNull();
    const { definitions = [], basis } = room.state.knowledge.actions.ACTION1 ?? {};
    expect(basis).toBe('inferred');
    expect(definitions[0]?.turn).toBe(1);
  });
});

describe('two actions with the same words for a definition', () => {
  const twins = makeLabGame(({ first, second }, { id }) => {
    if (id === 'ACTION2') return { to: { second: second + 1 } };
    return id === 'ACTION1' || id === 'ACTION3' ? { to: { first: first + 1 } } : {};
  });
  const playTwins = async (other: 'ACTION2' | 'ACTION3'): Promise<string[]> => {
    const turns = Array.from({ length: 6 }, (_, n) => suggest(n % 2 === 0 ? 'ACTION1' : other));
    const room = createLab(turns);
    await playToEnd(room, { lab: twins });
    return asksOf(room, 'analyst').map((ask) => textOf(ask.messages));
  };

  it('are a contradiction where their effects differ, which the analyst is told', async () => {
    const texts = await playTwins('ACTION2');
    expect(texts[0]).not.toContain('CONTRADICTION');
    expect(texts[4]).toContain(
      'CONTRADICTION: ACTION2 has the same definition, but not the same effects. Define ACTION1 more precisely.',
    );
  });

  it('are none where their effects are the same', async () => {
    for (const text of await playTwins('ACTION3')) expect(text).not.toContain('CONTRADICTION');
  });
});

it('what a model is shown is one picture for a suggestion, the one before and the one after for an analysis', async () => {
  const room = createLab([suggest('ACTION1')]);
  await playToEnd(room, { lab });
  const frames = (role: 'explorer' | 'analyst') =>
    partsOf(asksOf(room, role)[0]?.messages ?? []).flatMap((part) =>
      part.type === 'frame' ? [part.cells] : [],
    );
  const start = { first: 0, second: 0, level: 0 };
  expect(frames('explorer')).toEqual([labFrame(start)]);
  expect(frames('analyst')).toEqual([labFrame(start), labFrame({ ...start, first: 1 })]);
});

describe('what a model answers', () => {
  it('has every field of a suggestion and of an analysis, under its name', () => {
    expect(Object.keys(suggestionSchema.shape)).toEqual(
      expect.arrayContaining([
        'target_action',
        'setup_sequence',
        'reasoning',
        'expected_information_gain',
        'current_board_assessment',
      ]),
    );
    expect(Object.keys(analysisSchema.shape)).toEqual(
      expect.arrayContaining([
        'interpretation',
        'action_definition',
        'is_consistent_with_previous',
        'objects_involved',
        'context_description',
        'had_effect',
        'no_effect_reason',
        'environment_updates',
        'confidence',
      ]),
    );
  });

  it('may leave out the optional fields, and nothing else', () => {
    const { interpretation, context_description, had_effect, confidence } = analysis();
    const least = { interpretation, context_description, had_effect, confidence };
    expect(analysisSchema.parse(least)).toMatchObject({
      action_definition: null,
      is_consistent_with_previous: null,
      environment_updates: null,
    });
    expect(analysisSchema.safeParse({ ...least, had_effect: undefined }).success).toBe(false);
    expect(suggestionSchema.safeParse({ ...suggest('ACTION1'), target_action: 'ACTION8' }).success).toBe(
      false,
    );
    expect(suggestionSchema.safeParse({ ...suggest(null), target_action: undefined }).success).toBe(false);
  });

  it('is kept whole with the turn, refused and dropped parts included', async () => {
    const given = suggest('ACTION1', ['ACTION2']);
    const room = createLab([given], [analysis({ no_effect_reason: 'none', objects_involved: ['dot'] })]);
    await playToEnd(room, { lab });
    expect(fieldsOf(eventsOf(room, 'action.suggested')[0]?.payload).suggestion).toEqual(given);
    expect(fieldsOf(eventsOf(room, 'action.analyzed')[0]?.payload).analysis).toEqual(
      analysis({ no_effect_reason: 'none', objects_involved: ['dot'] }),
    );
  });
});
