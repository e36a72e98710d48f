import { jsonInstruction, toProviderSchema } from 'answer-reader';
import { describe, expect, it } from 'vitest';
import { sample } from '../../test/support/depth';
import { loadTokenizer } from '../base/tokens';
import { analysis as analysisSchema, suggestion as suggestionSchema } from '../contract/agents';
import type { Message } from '../contract/calls';
import { packFrame } from '../contract/frame';
import type { AnalystBrief, ExplorerBrief } from './briefs';
import { analysisExample, suggestionExample } from './examples';
import { countPrompt } from './fit-shown';
import { describeAnimation } from './frame/animation';
import { diffFrames } from './frame/diff';
import { compareFrames } from './frame/objects';
import { clickPlaces } from './frame/places';
import { analystPrompts, explorerPrompts, type PromptForms } from './prompts';

const count = await loadTokenizer();

/** A board of noise: adjacent cells hardly ever have the same color. */
function noise(seed: number): string {
  let at = seed;
  const next = () => {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(at / 65_536) % 16;
  };
  return packFrame(Array.from({ length: 64 }, () => Array.from({ length: 64 }, next)));
}

const [before, after] = [noise(1), noise(2)];
const words = 'the cell at the edge turned from one colour into another and back again '.repeat(12);
const observation = (turn: number) => ({
  turn,
  at: '2026-01-01T00:00:00.000Z',
  beforeFrame: turn,
  afterFrame: turn + 1,
  click: null,
  diffSummary: '3800 pixels changed in region (0,0)-(63,63)',
  hasChanges: true,
  interpretation: `${turn} ${words}`,
  context: words,
  hadEffect: true,
  modelSaidEffect: true,
  consistent: true,
  counted: true,
  excluded: false,
  stateKey: `key-${turn}`,
  redefined: false,
  kindsLeft: 0,
});
const known = {
  status: 'testing' as const,
  definition: words,
  definitions: [],
  streak: 1,
  attempts: 5,
  noEffect: 0,
  repeats: 0,
  basis: 'words' as const,
  predictions: [],
  observations: [1, 2, 3, 4, 5].map(observation),
};
const entry = (n: number) => ({
  kind: 'rule' as const,
  name: `rule ${n}`,
  text: words,
  confidence: 0.5,
  firstSeenTurn: n,
  observations: [],
});
const all = Array.from({ length: 40 }, (_, n) => entry(n));
const environment = { objects: all, relationships: all, rules: all, history: [] };
const mask = [0, 1, 2, 64, 65, 66, 4095];

const analyst: AnalystBrief = {
  task: 'analyst',
  seed: 's',
  action: { id: 'ACTION6', x: 5, y: 6 },
  first: false,
  before,
  after: [noise(3), after],
  beforeFrame: 6,
  afterFrame: 7,
  diff: diffFrames(before, [after]),
  objects: compareFrames(before, after),
  animation: describeAnimation(before, [noise(3), after]).lines,
  mask,
  game: { state: 'GAME_OVER', level: 2 },
  history: () => [],
  expectsChange: null,
  rules: Array.from({ length: 40 }, (_, n) => ({ n, action: 'ACTION6', text: words, seen: 3, wrong: 1 })),
  actions: { ACTION6: known },
  environment,
  levelCompleted: false,
  levelChanged: false,
};
const explorer: ExplorerBrief = {
  task: 'explorer',
  seed: 's',
  frame: before,
  frameNumber: 7,
  mask,
  game: { state: 'NOT_FINISHED', level: 2 },
  situation: {
    stateKey: 'here',
    available: ['ACTION1', 'ACTION6'],
    actions: { ACTION1: known, ACTION6: known },
    tried: {
      here: Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`ACTION6@${n % 64},${n >> 6}`, null])),
    },
    places: clickPlaces(before),
    board: { rows: 64, cols: 64 },
    actionsLeft: 100,
  },
  environment,
  history: () => [],
  refused: null,
};

const FORMS = {
  explorer: jsonInstruction(toProviderSchema(suggestionSchema), suggestionExample(explorer.situation)),
  analyst: jsonInstruction(toProviderSchema(analysisSchema), analysisExample(analyst)),
};
const written = new Map<string, PromptForms>();

/** An agent's prompt, built once for each window: the tests only read it. */
function writeForms(role: 'explorer' | 'analyst', maxContextTokens: number, maxTokens = 800): PromptForms {
  const key = `${role} ${maxContextTokens} ${maxTokens}`;
  const window = { maxContextTokens, maxTokens };
  const forms =
    written.get(key) ??
    (role === 'explorer' ? explorerPrompts(explorer, window, count) : analystPrompts(analyst, window, count));
  written.set(key, forms);
  return forms;
}
const write = (...args: Parameters<typeof writeForms>): Message[] => writeForms(...args).messages;
const textOf = (messages: Message[]): string =>
  messages
    .flatMap(({ content }) =>
      typeof content === 'string'
        ? [content]
        : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    )
    .join('\n');
const pictures = (messages: Message[]): string[] =>
  messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.flatMap((part) => (part.type === 'frame' ? [part.label] : [])),
  );

describe.each(['explorer', 'analyst'] as const)(
  'the prompt of the %s about 64 × 64 cells of noise',
  (role) => {
    it.each(sample([16_000, 8_192, 4_096, 2_048], 2))('fits a window of %i tokens', (window) => {
      const messages = write(role, window);
      expect(countPrompt(messages, count) + count(FORMS[role])).toBeLessThanOrEqual(window - 800);
      expect(textOf(messages)).toContain('YOUR TASK');
    });

    it.each(sample([32_000, 16_000, 8_192, 4_096, 2_048], 2))(
      'fits %i tokens with its boards as text',
      (window) => {
        const messages = writeForms(role, window).messagesFor({ window: null, pictures: false });
        expect(countPrompt(messages, count) + count(FORMS[role])).toBeLessThanOrEqual(window - 800);
        expect(pictures(messages)).toEqual([]);
        // A board as text takes more room than its picture.
        const lastRow = `63: ${(role === 'explorer' ? before : after).split('/')[63]}`;
        if (window >= 16_000) expect(textOf(messages)).toContain(lastRow);
        if (window <= 2_048) expect(textOf(messages)).not.toContain(lastRow);
      },
    );

    it.each([8_192, 2_048])('is condensed for a window of %i tokens that is learnt later', (window) => {
      const messages = writeForms(role, 32_000).messagesFor({ window, pictures: true });
      expect(countPrompt(messages, count) + count(FORMS[role])).toBeLessThanOrEqual(window - 800);
      for (const kept of ['State: ', 'Masked (7 cells)', 'The board has rows 0 to 63'])
        expect(textOf(messages)).toContain(kept);
    });

    it('says where it left something out', () => {
      const text = textOf(write(role, 4_096));
      expect(text).toMatch(/older ones on objects(?: are not shown|, condensed to their names: "rule \d+")/);
      expect(text).toMatch(/and more|\d+ more/);
    });
  },
);

describe('what gives way', () => {
  it('is the oldest observations first, and the pictures last, the one before the action first', () => {
    const shown = [16_000, 8_192, 4_096, 3_000, 2_500, 2_048].map((window) => write('analyst', window));
    const observations = shown.map((messages) => (textOf(messages).match(/^- turn \d+:/gm) ?? []).length);
    expect(observations).toEqual([...observations].sort((a, b) => b - a));
    expect(textOf(shown[0] ?? [])).not.toContain('turn 2:');
    const counts = shown.map((messages) => pictures(messages).length);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(counts[0]).toBe(2);
    const one = shown.find((messages) => pictures(messages).length === 1) ?? [];
    expect(pictures(one)).toEqual(['frame 7: after ACTION6 at (6,5)']);
    expect(textOf(one)).toContain(
      'The picture of frame 6: before ACTION6 at (6,5) does not fit and is left out.',
    );
  });

  it('is nothing where all fits', () => {
    const text = textOf(write('analyst', 1_000_000));
    expect(text.match(/^- turn \d+:/gm)).toEqual(['- turn 3:', '- turn 4:', '- turn 5:']);
    expect(text).toContain(
      '- turns 1 to 2 (condensed): 2 with effect, 0 without; 2 predicted, 0 predicted wrong',
    );
    expect(text.match(/^- rule "/gm)).toHaveLength(30);
    expect(text.match(/^- rule \d+: /gm)).toHaveLength(24);
    expect(text).toContain('- (16 more are not shown)');
    expect(text).toContain('- (10 older ones on rules, condensed to their names: "rule 9", "rule 8", ');
    expect(text.match(/^\(\d+,\d+\)(?:-\(\d+,\d+\))?: /gm)).toHaveLength(30);
  });

  it('is even the text in a window that has no room for the barest prompt', () => {
    for (const role of ['explorer', 'analyst'] as const) {
      const messages = write(role, 1_000, 500);
      expect(countPrompt(messages, count)).toBeLessThanOrEqual(300);
      expect(textOf(messages)).toContain('[…]');
    }
  });
});

describe('the prompts of a run say', () => {
  it('how the game stands, and how many levels are completed', () => {
    expect(textOf(write('analyst', 16_000))).toContain('State: GAME_OVER. Levels completed: 2.');
    expect(textOf(write('explorer', 16_000))).toContain('State: NOT_FINISHED. Levels completed: 2.');
    const won = analystPrompts(
      { ...analyst, game: { state: 'WIN', level: 3 } },
      { maxContextTokens: 16_000, maxTokens: 800 },
      count,
    );
    expect(textOf(won.messages)).toContain('State: WIN. Levels completed: 3.');
  });

  it('which cells are masked, as regions', () => {
    for (const role of ['explorer', 'analyst'] as const) {
      expect(textOf(write(role, 16_000))).toContain(
        'because they change after any action: (0,0)-(1,2), (63,63)-(63,63).',
      );
    }
    const none = explorerPrompts(
      { ...explorer, mask: [] },
      { maxContextTokens: 16_000, maxTokens: 800 },
      count,
    );
    expect(textOf(none.messages)).not.toContain('Masked');
  });

  it('what ranges there are', () => {
    for (const role of ['explorer', 'analyst'] as const) {
      expect(textOf(write(role, 16_000))).toContain('The board has rows 0 to 63 and columns 0 to 63.');
    }
    expect(textOf(write('explorer', 16_000))).toContain(
      'target_x is a column, 0 to 63, target_y a row, 0 to 63',
    );
    expect(FORMS.analyst).toContain('- confidence (number): from 0 to 1');
    expect(FORMS.explorer).toContain('one that the game offers now');
  });
});
