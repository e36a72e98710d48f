import { newMemory, remember, restoreLife, startLife } from 'story-player/memory';
import { UNDERSTUDY_NAME } from '../base/answerer';
import type { ExtractorAnswer } from '../contract/adventure-agents';
import type { AdventureOptionsBody } from '../contract/adventures';
import type { Event, EventDraft, EventOf, PayloadOf } from '../contract/events/events';
import { pickRunLimits } from '../contract/money';
import type { CreateRun } from '../contract/runs';
import { addAnswerer, beginRun, foldRun } from '../runs/state';
import { adoptNotes, foldNote } from './notes';
import { foldRefusal } from './objectives/declare';
import { countDeclared, foldObjective } from './objectives/fold';
import type {
  AdventureConfig,
  AdventureOptions,
  AdventureState,
  Episode,
  EpisodeEnd,
  QueuedCommand,
} from './state-types';

export const DEFAULT_BUDGETS = { turns: 300, calls: 2_000 } as const;

export const DEFAULT_OPTIONS: AdventureOptions = {
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
};

/** The first event of a run. Contains the full configuration. */
export function adventureCreated(args: {
  id: string;
  title: string;
  body: CreateRun;
  story: string;
  author?: string | null;
  profiles: AdventureConfig['profiles'];
  seed: string;
}): EventDraft {
  const { budgets = {}, options = {} } = args.body;
  const { critic = {}, ...others } = options;
  const config: AdventureConfig = {
    game: args.body.game,
    story: args.story,
    ...(args.author && { author: args.author }),
    profiles: args.profiles,
    budgets: {
      turns: budgets.turns ?? DEFAULT_BUDGETS.turns,
      calls: budgets.calls ?? DEFAULT_BUDGETS.calls,
      ...pickRunLimits(budgets),
    },
    seed: args.seed,
    options: mergeOptions(others, critic),
  };
  return { kind: 'run.created', actor: 'system', payload: { id: args.id, title: args.title, config } };
}

function mergeOptions(
  others: Omit<AdventureOptionsBody, 'critic'>,
  critic: NonNullable<AdventureOptionsBody['critic']>,
): AdventureOptions {
  const { on = DEFAULT_OPTIONS.critic.on, threshold = DEFAULT_OPTIONS.critic.threshold } = critic;
  const setOptions = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const options = {
    ...DEFAULT_OPTIONS,
    ...(setOptions as Partial<AdventureOptions>),
    critic: { on, threshold },
  };
  return options.fair ? { ...options, probe: false, share: false, hints: 'none' } : options;
}

/** The current episode; null between episodes. */
export const currentEpisode = ({ episodes }: Pick<AdventureState, 'episodes'>): Episode | null => {
  const last = episodes.at(-1);
  return last && last.end === null ? last : null;
};

/**
 * Folds an event into the state. Pure and complete: folding a ledger from its first event restores the run's state.
 * Unknown kinds only change `head`.
 * @throws Error if the first event is not `run.created`
 * @example
 * ```ts
 * const created = { ...adventureCreated(run), seq: 1, at: now, audience: ['*'] };
 * const state = reduceAdventure(null, created); // state.status is 'created'
 * ```
 */
export function reduceAdventure(state: AdventureState | null, event: Event): AdventureState {
  if (event.kind === 'run.created') return create(event);
  if (!state) throw new Error(`a run begins with run.created, not with ${event.kind}`);
  return foldRun(state, event, (steered) => apply(steered, event));
}

const create = (event: EventOf<'run.created'>): AdventureState => ({
  ...beginRun<AdventureConfig>(event),
  ...newMemory(),
  extracted: null,
  episodes: [],
  objectives: [],
  refusals: [],
  declared: { agent: 0, discovered: 0, player: 0, refused: 0, byAgent: { refused: 0, repeated: 0 } },
  notes: [],
  knowledge: null,
  given: [],
  trail: [],
  saves: [],
  used: { turns: 0, calls: 0, promptTokens: 0, completionTokens: 0 },
});

function apply(state: AdventureState, event: Event): AdventureState {
  switch (event.kind) {
    case 'run.finished':
      return { ...state, episodes: closeEpisode(state.episodes, 'stopped') };
    case 'turn.completed':
      return countTurn(state, event.payload.outcome === 'played');
    case 'episode.started':
      return startTurn(state, event.payload, turnNumber(event));
    case 'episode.completed':
      return { ...state, episodes: closeEpisode(state.episodes, event.payload.end, event.payload.why) };
    case 'command.given': {
      const { command, mode } = event.payload;
      return { ...state, given: [...state.given, { seq: event.seq, command, mode }] };
    }
    case 'run.changed': {
      const { player } = event.payload;
      const { config } = state;
      return player ? { ...state, config: { ...config, options: { ...config.options, player } } } : state;
    }
    case 'story.saved':
      return {
        ...state,
        saves: [...state.saves.filter(({ name }) => name !== event.payload.name), event.payload],
      };
    case 'story.restored':
      return restore(state, event.payload);
    case 'command.executed':
      return execute(state, event.payload, turnNumber(event));
    case 'command.proposed': {
      const { faults } = event.payload;
      // The prompt for this answer showed the earlier refusals.
      return { ...count(state, event.payload), refusals: faults.map((why) => ({ text: null, why })) };
    }
    case 'critic.accepted':
    case 'critic.rejected':
    case 'answer.failed':
      return count(state, event.payload);
    case 'agent.answered': {
      const next = count(state, event.payload);
      const { role, answer } = event.payload;
      // The role determines the answer's type.
      return role === 'extractor' ? { ...next, extracted: answer as ExtractorAnswer } : next;
    }
    case 'objective.added':
    case 'objective.completed':
    case 'objective.merged':
    case 'objective.dropped':
    case 'objective.changed':
    case 'objective.refused':
      return {
        ...state,
        objectives: foldObjective(state.objectives, event),
        declared: countDeclared(state.declared, event),
        refusals: foldRefusal(state, event),
        // A completed objective is progress, unless only the adventurer claims it.
        ...(event.kind === 'objective.completed' &&
          event.payload.by !== 'adventurer' && {
            progress: { ...state.progress, turn: turnNumber(event), warned: [] },
          }),
      };
    case 'memory.written':
      return 'memories' in event.payload
        ? state
        : { ...state, notes: foldNote(state.notes, event.payload, turnNumber(event)) };
    case 'knowledge.written':
      return { ...state, knowledge: event.payload.text };
    case 'stuck.warned':
      return {
        ...state,
        progress: { ...state.progress, warned: [...state.progress.warned, turnNumber(event)] },
      };
    default:
      return state;
  }
}

/** True if a person plays: every command comes from the person, and no model takes part. */
export const isPlayedByPerson = ({ config }: Pick<AdventureState, 'config'>): boolean =>
  config.options.player === 'person';

/** The turn to which an undo returns; null at the beginning. */
export const undoTarget = ({ trail }: Pick<AdventureState, 'trail'>): number | null => trail.at(-2) ?? null;

/** Commands of people to type, oldest first. */
export const nextCommand = ({ given }: AdventureState): QueuedCommand[] =>
  given.filter(({ mode }) => mode === 'take');

const turnNumber = (event: Event): number => event.turn ?? 0;

/** Pauses the run after a single step. A turn without a command does not count. */
function countTurn(state: AdventureState, played: boolean): AdventureState {
  const newUsed = { ...state.used, turns: state.used.turns + (played ? 1 : 0) };
  // Suggestions from before the turn are done if the turn asked the adventurer.
  const wasAdventurerAsked = state.recent.at(-1)?.by !== 'player';
  const heardUpTo = wasAdventurerAsked ? (state.open?.inputSeq ?? 0) : 0;
  const waiting = state.given.filter(({ mode, seq }) => mode === 'take' || seq > heardUpTo);
  return { ...state, used: newUsed, given: waiting };
}

function startTurn(
  state: AdventureState,
  started: PayloadOf<'episode.started'>,
  turn: number,
): AdventureState {
  return {
    ...startLife(state, started, turn),
    notes: adoptNotes(state.notes, started.notes),
    knowledge: started.knowledge ?? state.knowledge,
    trail: [turn],
  };
}

export const MAX_SAVES = 50;

/** Turns that can be undone one after the other. */
const MAX_TRAIL = 500;

/** Restores the story as of a turn. Keeps knowledge gained since then. */
function restore(state: AdventureState, restored: PayloadOf<'story.restored'>): AdventureState {
  const { to: turn, file } = restored;
  const to = file ? -turn : turn;
  const at = state.trail.lastIndexOf(to);
  return {
    ...restoreLife(state, restored, state.rounds, file),
    extracted: null,
    trail: at < 0 ? [...state.trail, to].slice(-MAX_TRAIL) : state.trail.slice(0, at + 1),
  };
}

const closeEpisode = (episodes: Episode[], end: EpisodeEnd, why?: string): Episode[] =>
  episodes.map((episode) =>
    episode.end === null ? { ...episode, end, ...(why !== undefined && { why }) } : episode,
  );

function execute(state: AdventureState, done: PayloadOf<'command.executed'>, turn: number): AdventureState {
  // Only the understudy needs its thoughts; a model sees those in its recent moves.
  const isModel = state.config.profiles.adventurer.provider !== UNDERSTUDY_NAME;
  return {
    ...remember(state, done, turn),
    ...(isModel && { thoughts: state.thoughts }),
    extracted: null,
    given: state.given.filter(({ seq }) => seq !== done.given),
    trail: state.trail.at(-1) === turn ? state.trail : [...state.trail, turn].slice(-MAX_TRAIL),
  };
}

type UsageCount = Pick<PayloadOf<'answer.failed'>, 'model' | 'calls' | 'usage'> & { provider: string | null };

const NO_USAGE = { promptTokens: 0, completionTokens: 0 };

/** Failed answers count too. */
function count(
  state: AdventureState,
  { provider, model, calls, usage = NO_USAGE }: UsageCount,
): AdventureState {
  const { used, answerers } = state;
  return {
    ...state,
    used: {
      ...used,
      calls: used.calls + calls,
      promptTokens: used.promptTokens + usage.promptTokens,
      completionTokens: used.completionTokens + usage.completionTokens,
    },
    answerers: provider === null ? answerers : addAnswerer(answerers, { provider, model }),
  };
}
