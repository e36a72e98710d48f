import { UNDERSTUDY_NAME } from '../base/answerer';
import type { ExtractorAnswer } from '../contract/adventure-agents';
import type { AdventureOptionsBody } from '../contract/adventures';
import type { Event, EventDraft, EventOf, PayloadOf } from '../contract/events/events';
import { pickRunLimits } from '../contract/money';
import type { CreateRun } from '../contract/runs';
import { addAnswerer, beginRun, foldRun } from '../runs/state';
import { toMove } from './command/moves';
import { cutMiddle } from './lines';
import { foldMove, foldPlace } from './map/map';
import { adoptNotes, foldNote } from './notes';
import { foldRefusal } from './objectives/declare';
import { countDeclared, foldObjective } from './objectives/fold';
import {
  type AdventureConfig,
  type AdventureOptions,
  type AdventureState,
  type Episode,
  type EpisodeEnd,
  type Given,
  MAX_THOUGHT,
  RECENT_MOVES,
  type StoryStanding,
  type Thought,
} from './state-types';
import { beginProgress, foldProgress } from './stuck';

/** Default budgets of an adventure. */
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

/** The event a run begins with. Its payload is the full configuration: nothing else is needed to rebuild it. */
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

/** The episode that is being played; null between episodes. */
export const currentEpisode = ({ episodes }: Pick<AdventureState, 'episodes'>): Episode | null => {
  const last = episodes.at(-1);
  return last && last.end === null ? last : null;
};

/**
 * Fold one event into the state of an adventure. Pure, and complete: folding a ledger from its first event gives the
 * state the run has. Kinds that it does not know change nothing but `head`. Throws when the first event is not
 * `run.created`.
 *
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
  story: null,
  exits: null,
  extracted: null,
  world: 0,
  vain: {},
  deadly: {},
  thoughts: {},
  episodes: [],
  progress: beginProgress(0),
  map: { rooms: [], edges: [], blocked: [] },
  objectives: [],
  refusals: [],
  declared: { agent: 0, discovered: 0, player: 0, refused: 0, byAgent: { refused: 0, repeated: 0 } },
  notes: [],
  knowledge: null,
  recent: [],
  given: [],
  trail: [],
  saves: [],
  used: { turns: 0, calls: 0, promptTokens: 0, completionTokens: 0 },
  curve: [],
});

function apply(state: AdventureState, event: Event): AdventureState {
  switch (event.kind) {
    case 'run.finished':
      return { ...state, episodes: closeEpisode(state.episodes, 'stopped') };
    case 'turn.completed':
      return countTurn(state, event.payload.outcome === 'played');
    case 'episode.started':
      return begin(state, event.payload, turnOf(event));
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
      return execute(state, event.payload, turnOf(event));
    case 'command.proposed': {
      const { faults } = event.payload;
      // The prompt that this answers told of what there was before.
      return { ...count(state, event.payload), refusals: faults.map((why) => ({ text: null, why })) };
    }
    case 'critic.accepted':
    case 'critic.rejected':
    case 'answer.failed':
      return count(state, event.payload);
    case 'agent.answered': {
      const next = count(state, event.payload);
      const { role, answer } = event.payload;
      // The role says which answer it is.
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
        // What is done is progress; the adventurer's own word for it is not.
        ...(event.kind === 'objective.completed' &&
          event.payload.by !== 'adventurer' && {
            progress: { ...state.progress, turn: turnOf(event), warned: [] },
          }),
      };
    case 'memory.written':
      return 'memories' in event.payload
        ? state
        : { ...state, notes: foldNote(state.notes, event.payload, turnOf(event)) };
    case 'knowledge.written':
      return { ...state, knowledge: event.payload.text };
    case 'stuck.warned':
      return {
        ...state,
        progress: { ...state.progress, warned: [...state.progress.warned, turnOf(event)] },
      };
    default:
      return state;
  }
}

/** Tells whether a person plays, so that no model is asked and nothing is typed without them. */
export const isPlayedByPerson = ({ config }: Pick<AdventureState, 'config'>): boolean =>
  config.options.player === 'person';

/** Returns the turn that an undo leads back to; null when the story stands at its beginning. */
export const undoTarget = ({ trail }: Pick<AdventureState, 'trail'>): number | null => trail.at(-2) ?? null;

/** Commands of people that turns are to type, the next one first. */
export const toBeTyped = ({ given }: AdventureState): Given[] => given.filter(({ mode }) => mode === 'take');

const turnOf = (event: Event): number => event.turn ?? 0;

/** A single step was asked for and is done: the run pauses by itself. A turn in which nothing was typed is none. */
function countTurn(state: AdventureState, played: boolean): AdventureState {
  const newUsed = { ...state.used, turns: state.used.turns + (played ? 1 : 0) };
  // What was suggested before the turn began was heard in it, where the adventurer was asked.
  const wasAdventurerAsked = state.recent.at(-1)?.by !== 'player';
  const heardUpTo = wasAdventurerAsked ? (state.open?.inputSeq ?? 0) : 0;
  const waiting = state.given.filter(({ mode, seq }) => mode === 'take' || seq > heardUpTo);
  return { ...state, used: newUsed, given: waiting };
}

function begin(state: AdventureState, started: PayloadOf<'episode.started'>, turn: number): AdventureState {
  const { story, exits, notes, knowledge, n } = started;
  const score = story.reading.score;
  const episode: Episode = { n, turn, turns: 0, deaths: 0, score, best: score, end: null };
  return {
    ...state,
    story,
    exits,
    episodes: [...state.episodes, episode],
    map: foldPlace(state.map, story.reading, exits, turn, state.world),
    progress: beginProgress(turn, story.reading),
    notes: adoptNotes(state.notes, notes),
    knowledge: knowledge ?? state.knowledge,
    // What was in vain in the last life may work in this one; what killed does again.
    vain: {},
    recent: [],
    trail: [turn],
    curve: recordScore(state.curve, turn, score),
    ...maximumOf(story),
  };
}

/** The highest score that the story speaks of; of one that does not, what it said before stays. */
const maximumOf = ({ reading: { maximum } }: StoryStanding): Pick<AdventureState, 'maximum'> =>
  typeof maximum === 'number' ? { maximum } : {};

/** Most saves of a run. */
export const MAX_SAVES = 50;

/** Most turns that an undo can go back over, one after the other. */
const MAX_TRAIL = 500;

/** Puts the story back where it stood after a turn. What was learnt on the way stays. */
function restore(
  state: AdventureState,
  { story, exits, to: turn, file }: PayloadOf<'story.restored'>,
): AdventureState {
  const to = file ? -turn : turn;
  const at = state.trail.lastIndexOf(to);
  const { score } = story.reading;
  const world = state.world + 1;
  return {
    ...state,
    ...{ story, exits, extracted: null, world },
    // A file may lead to where the run has never been.
    ...(file && { map: foldPlace(state.map, story.reading, exits, turn, world, false) }),
    trail: at < 0 ? [...state.trail, to].slice(-MAX_TRAIL) : state.trail.slice(0, at + 1),
    progress: beginProgress(state.rounds, story.reading),
    curve: recordScore(state.curve, state.rounds, score),
  };
}

const closeEpisode = (episodes: Episode[], end: EpisodeEnd, why?: string): Episode[] =>
  episodes.map((episode) =>
    episode.end === null ? { ...episode, end, ...(why !== undefined && { why }) } : episode,
  );

/** Most commands in vain that a place remembers: the newest. */
const MAX_VAIN = 200;

/** Places whose newest thoughts are kept: those thought of last. */
const MAX_THOUGHTS = 500;

function foldThought(
  { thoughts, world }: AdventureState,
  { from, thinking }: PayloadOf<'command.executed'>,
  turn: number,
): Record<string, Thought> {
  const place = placeKey(from);
  const { [place]: _before, ...others } = thoughts;
  const newest = Object.fromEntries(Object.entries(others).slice(1 - MAX_THOUGHTS));
  return { ...newest, [place]: { text: cutMiddle(thinking ?? '', MAX_THOUGHT), turn, world } };
}

function execute(state: AdventureState, done: PayloadOf<'command.executed'>, turn: number): AdventureState {
  const { story, exits, command, from, effect, moved, died } = done;
  // Walking changes where the player is, not what is possible there.
  const world = effect && !moved ? state.world + 1 : state.world;
  const place = placeKey(from);
  const inVain = !effect && !moved && story.stopped === null;
  const { [command]: _again, ...others } = state.vain[place] ?? {};
  const otherVain = Object.fromEntries(Object.entries(others).slice(-MAX_VAIN));
  const deaths = state.deadly[place] ?? [];
  return {
    ...state,
    story,
    exits,
    extracted: null,
    world,
    vain: { ...state.vain, [place]: inVain ? { ...otherVain, [command]: world } : otherVain },
    deadly:
      died && !deaths.includes(command) ? { ...state.deadly, [place]: [...deaths, command] } : state.deadly,
    // Only the understudy goes on from its thoughts; a model's are in its newest moves.
    ...(done.thinking !== null &&
      done.by === 'adventurer' &&
      state.config.profiles.adventurer.provider === UNDERSTUDY_NAME && {
        thoughts: foldThought(state, done, turn),
      }),
    episodes: state.episodes.map((episode) => (episode.end === null ? play(episode, done, turn) : episode)),
    progress: foldProgress(state.progress, done, turn, state),
    map: foldMove(state.map, done, turn, world),
    recent: [...state.recent, toMove(done, turn)].slice(-RECENT_MOVES),
    given: state.given.filter(({ seq }) => seq !== done.given),
    trail: state.trail.at(-1) === turn ? state.trail : [...state.trail, turn].slice(-MAX_TRAIL),
    curve: recordScore(state.curve, turn, story.reading.score),
    ...maximumOf(story),
  };
}

function play(episode: Episode, { story, died }: PayloadOf<'command.executed'>, turn: number): Episode {
  const score = story.reading.score ?? episode.score;
  const best = score === null ? episode.best : Math.max(score, episode.best ?? score);
  return { ...episode, turns: turn - episode.turn + 1, deaths: episode.deaths + (died ? 1 : 0), score, best };
}

const recordScore = (curve: [number, number][], turn: number, score: number | null): [number, number][] =>
  score === null || curve.at(-1)?.[1] === score ? curve : [...curve, [turn, score]];

type Counted = Pick<PayloadOf<'answer.failed'>, 'model' | 'calls' | 'usage'> & { provider: string | null };

const NO_USAGE = { promptTokens: 0, completionTokens: 0 };

/** Calls of a failed answer count, too. */
function count(state: AdventureState, { provider, model, calls, usage = NO_USAGE }: Counted): AdventureState {
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

/** Returns the player's place; null when it can't be read, or before the first turn. */
export const hereOf = ({ story }: Pick<AdventureState, 'story'>): number | null =>
  story?.reading.location?.id ?? null;

/** Returns a place's key in the tables of commands; `L?` for a story whose place can't be read. */
export const placeKey = (place: number | null): string => (place === null ? 'L?' : `L${place}`);
