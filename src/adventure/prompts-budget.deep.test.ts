import { describe, expect, it } from 'vitest';
import {
  adventurerBrief,
  afterBrief,
  criticBrief,
  makeAdventure,
  makeMove,
  makeNote,
  makeObjective,
  makeStory,
  periodicBrief,
  textOf,
} from '../../test/support/adventure-sample';
import { sample } from '../../test/support/depth';
import { loadTokenizer } from '../base/tokens';
import { adventurerAnswer } from '../contract/adventure-agents';
import type { Message } from '../contract/calls';
import { writeForm } from '../model/prompt';
import { adventurerMessages } from './prompts/adventurer';
import { chroniclerMessages, completionMessages, extractorMessages } from './prompts/after';
import { criticMessages } from './prompts/critic';
import { discoveryMessages, refinementMessages, scholarMessages } from './prompts/periodic';
import { fitPrompt, type PromptWindow, shareByWeight } from './prompts/window';
import type { AdventureState } from './state-types';

const count = await loadTokenizer();
const tokens = (messages: Message[]): number =>
  messages.reduce((sum, { content }) => sum + (typeof content === 'string' ? count(content) : 0), 0);

const prose = (characters: number, k = 0): string =>
  `Corner ${k}: a low passage winds between wet stones, and somewhere water drips. `
    .repeat(Math.ceil(characters / 70))
    .slice(0, characters);

const objectives = Array.from({ length: 40 }, (_, k) =>
  makeObjective({ id: `A${k + 1}`, text: prose(190, k), place: `L${k}` }),
);
const rooms = Array.from({ length: 300 }, (_, k) => ({
  id: k + 1,
  name: `Cave ${k}`,
  firstTurn: k,
  visits: 1,
}));
const crowded = (text: string): AdventureState =>
  makeAdventure({
    story: makeStory({ text }),
    objectives,
    knowledge: prose(30_000),
    notes: Array.from({ length: 200 }, (_, k) => makeNote({ id: `M${k}`, text: prose(250, k) })),
    recent: Array.from({ length: 30 }, (_, k) =>
      makeMove({ turn: k, command: `try thing ${k}`, text: prose(900, k) }),
    ),
    map: {
      rooms,
      edges: rooms
        .slice(1)
        .map(({ id }) => ({ from: id - 1, direction: 'north', to: id, how: 'walked', turn: id })),
      blocked: [],
    },
    vain: { L12: Object.fromEntries(Array.from({ length: 200 }, (_, k) => [`push stone ${k}`, 7])) },
  });

const rejected = [{ command: 'take moon', reason: 'there is no moon here' }];
const AGENTS: Record<string, (state: AdventureState, window: PromptWindow) => Message[]> = {
  adventurer: (state, window) =>
    adventurerMessages(adventurerBrief({ state, suggested: 'go home', rejected }), window, count),
  critic: (state, window) => criticMessages(criticBrief({ state, thinking: prose(9_000) }), window, count),
  extractor: (state, window) => extractorMessages(afterBrief('extractor', { state }), window, count),
  chronicler: (state, window) => chroniclerMessages(afterBrief('chronicler', { state }), window, count),
  completion: (state, window) => completionMessages(afterBrief('completion', { state }), window, count),
  discovery: (state, window) => discoveryMessages(periodicBrief('discovery', { state }), window, count),
  refinement: (state, window) => refinementMessages(periodicBrief('refinement', { state }), window, count),
  scholar: (state, window) => scholarMessages(periodicBrief('scholar', { state }), window, count),
};

const TEXTS = {
  short: 'The lamp is on.',
  long: `BEGINNING ${prose(200_000)} ENDING`,
  unbroken: 'x'.repeat(200_000),
  'of few letters': '日本語のとても長い物語'.repeat(20_000),
  'of line ends': `${'\n'.repeat(100_000)}end`,
};
const WINDOWS = [
  { maxContextTokens: 500, maxTokens: 300 },
  { maxContextTokens: 1_000, maxTokens: 300 },
  { maxContextTokens: 1_000, maxTokens: 800 },
  { maxContextTokens: 4_096, maxTokens: 800 },
  { maxContextTokens: 16_000, maxTokens: 800 },
];

const CASES = Object.entries(TEXTS).flatMap(([length, text]) => {
  const state = crowded(text);
  return WINDOWS.flatMap((window) =>
    Object.entries(AGENTS).map(([agent, write]) => ({ length, state, ...window, agent, write })),
  );
});

it.each(sample(CASES, 24))(
  'with a story text that is $length the prompt of the $agent fits a window of $maxContextTokens, $maxTokens for the answer',
  ({ state, maxContextTokens, maxTokens, write }) => {
    const messages = write(state, { maxContextTokens, maxTokens });
    expect(tokens(messages)).toBeLessThanOrEqual(maxContextTokens - maxTokens);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
  },
);

describe('in a small window the adventurer', () => {
  const window = { maxContextTokens: 1_000, maxTokens: 300 };
  const text = textOf(AGENTS.adventurer?.(crowded(TEXTS.short), window) ?? []);

  it('still has the story, the person, the rejection and its orders', () => {
    expect(text).toContain('| The lamp is on.');
    expect(text).toContain('"go home"');
    expect(text).toContain('"take moon" was rejected');
    expect(text).toContain('action: what you type now: one short imperative command');
    expect(text).toContain('new_objective: null on most turns.');
    expect(text).toContain('Place: L12 "Kitchen".');
  });

  it('still has its objectives', () => {
    expect(text).toContain('# Active objectives');
    expect(text).toMatch(/40 objectives|A40/);
  });

  it('leaves room for the form of the answer', () => {
    const messages = AGENTS.adventurer?.(crowded(TEXTS.long), window) ?? [];
    const form = count(writeForm(adventurerAnswer, undefined, true));
    expect(tokens(messages) + form).toBeLessThanOrEqual(700);
  });
});

describe('in a usual window the adventurer', () => {
  const window = { maxContextTokens: 16_000, maxTokens: 800 };

  it('has all objectives whole and the story whole, and less of what else is known', () => {
    const state = crowded(prose(4_000));
    const text = textOf(AGENTS.adventurer?.(state, window) ?? []);
    for (const { id, text: goal } of objectives) {
      expect(text).toContain(`${id} `);
      expect(text).toContain(goal.trim());
    }
    expect(text).toContain(prose(4_000).trim());
    expect(text).not.toContain(prose(30_000).trim());
    for (const title of ['# Map', '# Notes', '# Known about', '# Earlier moves'])
      expect(text).toContain(title);
    expect(text).toContain('try thing 28');
  });

  it('has the beginning and the end of a text that is too long, and all its objectives', () => {
    const text = textOf(AGENTS.adventurer?.(crowded(TEXTS.long), window) ?? []);
    expect(text).toContain('| BEGINNING');
    expect(text).toContain('ENDING');
    for (const { id } of objectives) expect(text).toContain(`${id} [normal]`);
  });

  it('fills what one part does not need with another', () => {
    const few = { ...crowded(TEXTS.short), knowledge: null, notes: [], objectives: [] };
    const messages = AGENTS.adventurer?.(few, window) ?? [];
    const text = textOf(messages);
    // The list of a full memory begins at the first turn of a block.
    for (const { command } of few.recent.slice(1, -1)) expect(text).toContain(command);
    expect(text).toContain(prose(900, 28).trim());
  });
});

describe('sharing out', () => {
  it('gives nobody more than it needs, and the rest by weight', () => {
    const wants = [
      { need: 10, weight: 1 },
      { need: 500, weight: 1 },
      { need: 500, weight: 2 },
    ];
    expect(shareByWeight(wants, 100)).toEqual([10, 30, 60]);
    expect(shareByWeight(wants, 2_000)).toEqual([10, 500, 500]);
    expect(shareByWeight(wants, -5)).toEqual([0, 0, 0]);
    expect(shareByWeight([], 5)).toEqual([]);
  });

  it('leaves parts out of which nothing is to be said', () => {
    const messages = fitPrompt(
      {
        rules: ['Rule.'],
        vital: [{ title: 'Empty', write: () => '' }],
        rest: [],
        task: 'What?',
        schema: adventurerAnswer,
        brief: adventurerBrief(),
      },
      { maxContextTokens: 1_000, maxTokens: 100 },
      count,
    );
    expect(messages).toEqual([
      { role: 'system', content: 'Rule.' },
      { role: 'user', content: 'What?' },
    ]);
  });
});
