import type { Move } from 'story-player/memory';
import type { StoryReading, Thing, Trial } from '../../packages/zmachine-story/src/types';
import type { AdventurerBrief, AfterBrief, CriticBrief, PeriodicBrief } from '../../src/adventure/briefs';
import type { AdventureState, Note, Objective } from '../../src/adventure/state-types';
import type { Message } from '../../src/contract/calls';
import type { ResolvedProfile } from '../../src/contract/profiles';

export const thing = (id: number, name: string, holds: Thing[] = []): Thing => ({ id, name, holds });

export const makeReading = (over: Partial<StoryReading> = {}): StoryReading => ({
  location: { id: 12, name: 'Kitchen' },
  score: 5,
  moves: 31,
  time: null,
  inventory: [thing(20, 'brass lantern')],
  visible: [thing(21, 'oak table', [thing(22, 'loaf')])],
  confidence: { location: 'read', score: 'read', inventory: 'read' },
  ...over,
});

export const makeStory = (
  over: Partial<NonNullable<AdventureState['story']>> = {},
): NonNullable<AdventureState['story']> => ({
  snapshot: { story: 'SECRET-STORY', state: 'SECRET-STATE', undo: ['SECRET-UNDO'], saved: 'SECRET-SAVED' },
  text: 'The drawer slides open. Inside is a corkscrew.',
  upper: ['Kitchen                    Score: 5  Moves: 31'],
  awaits: 'line',
  stopped: null,
  notes: [],
  reading: makeReading(),
  ...over,
});

export const makeMove = (over: Partial<Move> = {}): Move => ({
  turn: 31,
  command: 'open drawer',
  by: 'adventurer',
  from: 12,
  to: 12,
  text: 'The drawer slides open. Inside is a corkscrew.',
  effect: true,
  moved: false,
  score: 5,
  died: false,
  thinking: null,
  ...over,
});

export const makeObjective = (over: Partial<Objective> = {}): Objective => ({
  id: 'A1',
  text: 'find the key for the brass door at L42',
  source: 'agent',
  priority: 'normal',
  parent: null,
  status: 'active',
  turn: 4,
  touched: 4,
  place: 'L42',
  ended: null,
  absorbed: [],
  wordings: [],
  ...over,
});

export const makeNote = (over: Partial<Note> = {}): Note => ({
  id: 'M1',
  place: 12,
  category: 'discovery',
  text: 'The drawer of the table opens and holds a corkscrew.',
  turn: 30,
  episode: 1,
  correctedBy: null,
  ...over,
});

const PROFILE = { maxContextTokens: 16_000, maxTokens: 800 } as ResolvedProfile;

export const makeAdventure = (over: Partial<AdventureState> = {}): AdventureState => ({
  id: 'run_1',
  title: 'A run',
  head: 100,
  createdAt: '2025-01-01T00:00:00.000Z',
  rounds: 32,
  open: null,
  failed: null,
  status: 'running',
  pause: null,
  unanswered: 0,
  finishReason: null,
  steps: null,
  goingSince: 0,
  config: {
    game: 'story-1',
    story: 'SECRET-HASH',
    profiles: {
      adventurer: PROFILE,
      critic: PROFILE,
      extractor: PROFILE,
      chronicler: PROFILE,
      keeper: PROFILE,
      scholar: PROFILE,
    },
    budgets: { turns: 300, calls: 2_000 },
    seed: 'SECRET-SEED',
    options: {
      player: 'agent',
      episodes: 1,
      turnsPerEpisode: null,
      critic: { on: true, threshold: -0.2 },
      extractor: true,
      chronicler: true,
      discoverEvery: 20,
      refineAbove: 12,
      staleAfter: 60,
      synthesizeEvery: 50,
      stuckAfter: 60,
      probe: true,
      share: true,
      hints: 'none',
      fair: false,
    },
  },
  story: makeStory(),
  exits: null,
  extracted: null,
  world: 7,
  vain: { L12: { 'take table': 7, 'push wall': 6 }, L13: { 'eat stone': 7 } },
  deadly: { L12: ['drink bleach'], L13: ['jump into well'] },
  thoughts: {},
  episodes: [{ n: 1, turn: 1, turns: 31, deaths: 0, score: 5, best: 5, end: null }],
  progress: { turn: 31, trail: [], warned: [], best: 5, carried: [], effective: [] },
  map: {
    rooms: [
      { id: 12, name: 'Kitchen', firstTurn: 1, visits: 3 },
      { id: 13, name: 'Garden', firstTurn: 2, visits: 1 },
      { id: 14, name: 'Cellar', firstTurn: 3, visits: 0 },
    ],
    edges: [
      { from: 12, direction: 'north', to: 13, how: 'walked', turn: 2 },
      { from: 12, direction: 'down', to: 14, how: 'probed', turn: 3 },
    ],
    blocked: [
      { from: 12, direction: 'west', text: 'The pantry is locked.', how: 'walked', turn: 5, world: 3 },
    ],
  },
  objectives: [makeObjective()],
  refusals: [],
  declared: { agent: 1, discovered: 0, player: 0, refused: 0, byAgent: { refused: 0, repeated: 0 } },
  notes: [makeNote()],
  knowledge: 'The lantern must be lit before the cellar at L14.',
  recent: [
    makeMove({ turn: 30, command: 'look under table', text: 'You find nothing there.', effect: false }),
    makeMove(),
  ],
  given: [],
  trail: [],
  saves: [],
  used: { turns: 31, calls: 90, promptTokens: 0, completionTokens: 0 },
  curve: [[1, 0]],
  forkedFrom: null,
  answerers: [],
  ...over,
});

export const makeTrial = (
  text: string,
  over: Partial<Trial> = {},
  reading: Partial<StoryReading> = {},
): Trial => ({
  step: { ...makeStory({ text, reading: makeReading(reading) }), instructions: 1 },
  effect: false,
  moved: false,
  rearranged: false,
  world: text,
  ...over,
});

const attempt = () => makeTrial('Nothing happens.');

export const adventurerBrief = (over: Partial<AdventurerBrief> = {}): AdventurerBrief => ({
  task: 'adventurer',
  seed: 'SECRET-TURN-SEED',
  state: makeAdventure(),
  rejected: [],
  suggested: null,
  vocabulary: ['secretword'],
  hints: [],
  attempt,
  exits: () => [],
  ...over,
});

export const criticBrief = (over: Partial<CriticBrief> = {}): CriticBrief => ({
  task: 'critic',
  seed: 'SECRET-TURN-SEED',
  state: makeAdventure(),
  command: 'take corkscrew',
  thinking: 'It may open the bottle.',
  attempt,
  ...over,
});

export const afterBrief = (task: AfterBrief['task'], over: Partial<AfterBrief> = {}): AfterBrief => ({
  task,
  seed: 'SECRET-TURN-SEED',
  state: makeAdventure(),
  moves: [makeMove()],
  ...over,
});

export const periodicBrief = (
  task: PeriodicBrief['task'],
  over: Partial<PeriodicBrief> = {},
): PeriodicBrief => ({ task, seed: 'SECRET-TURN-SEED', state: makeAdventure(), ...over });

export const textOf = (messages: readonly Message[]): string =>
  messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n\n');

/**
 * Effects of commands in a handwritten world: the new reading, and whether it counts as an effect. Other
 * commands do nothing.
 */
export type World = Record<
  string,
  { text?: string; reading?: Partial<StoryReading>; effect?: boolean; moved?: boolean }
>;
