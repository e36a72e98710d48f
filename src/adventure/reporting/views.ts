import { currentPlace, placeName, type Standing } from 'story-player/memory';
import type {
  AdventureKnowledge,
  AdventureRun,
  AdventureTurn,
  CommandGiven,
  MapView,
  ObjectiveList,
} from '../../contract/adventures';
import type { Event } from '../../contract/events/events';
import { runStatus } from '../../room/run-status';
import { addAnswer, joinProviders, readTurn, runParts } from '../../runs/views';
import { viewMap } from '../map/write';
import { isActive } from '../objectives/fold';
import { listActive, reportObjectives } from '../objectives/list';
import { currentEpisode, isPlayedByPerson, undoTarget } from '../state';
import type { AdventureState, Objective } from '../state-types';
import { currentTrouble } from '../stuck';

/** Null if the place is unknown. */
export const placeView = (place: { id: number; name: string } | null) =>
  place && { id: placeName(place.id), name: place.name };

/** Response of `GET /v1/runs/{id}`. */
export function adventureView(state: AdventureState): AdventureRun {
  const { story, config } = state;
  const { active, completed } = reportObjectives(state);
  const undo = undoTarget(state);
  return {
    kind: 'adventure',
    ...runParts(state),
    author: config.author ?? null,
    provider: joinProviders(state.answerers.length > 0 ? state.answerers : Object.values(config.profiles)),
    budgets: { tokens: null, money: null, ...config.budgets },
    used: { ...state.used },
    story: story && viewStory(story),
    episode: currentEpisode(state),
    episodes: state.episodes,
    score: {
      best: bestScore(state),
      maximum: state.maximum ?? null,
      shareOfMaximum: scoreShare(state),
      curve: state.curve,
      perPoint: costPerPoint(state),
    },
    objectives: { active, completed },
    trouble: runStatus(state) === 'finished' || isPlayedByPerson(state) ? null : currentTrouble(state),
    given: state.given,
    // A restored file appears as its preceding turn.
    saves: state.saves.map(({ name, turn }) => ({ name, turn: Math.abs(turn) })),
    undo: undo === null ? null : Math.abs(undo),
    options: config.options,
  };
}

function viewStory(standing: Standing): AdventureRun['story'] {
  const { reading, text, upper, styles, upperStyles, awaits, stopped } = standing;
  const { location, ...facts } = reading;
  return {
    place: placeView(location),
    ...facts,
    text,
    upper,
    ...(styles && { styles }),
    ...(upperStyles && { upperStyles }),
    awaits,
    ...(stopped && { stopped }),
  };
}

/** The best score of all episodes; null if unknown. */
export function bestScore({ episodes }: Pick<AdventureState, 'episodes'>): number | null {
  const scores = episodes.flatMap(({ best }) => (best === null ? [] : [best]));
  return scores.length > 0 ? Math.max(...scores) : null;
}

/** The best score as a fraction of the maximum, to three digits; null if unknown. */
export function scoreShare(state: Pick<AdventureState, 'episodes' | 'maximum'>): number | null {
  const best = bestScore(state);
  const { maximum = 0 } = state;
  return best === null || maximum <= 0 ? null : Math.round((1000 * best) / maximum) / 1000;
}

/** Cost per point of the best score, to two digits; null without points. */
export function costPerPoint(state: AdventureState): AdventureRun['score']['perPoint'] {
  const best = bestScore(state);
  if (best === null || best <= 0) return null;
  const { calls, promptTokens, completionTokens, turns } = state.used;
  const per = (amount: number): number => Math.round((100 * amount) / best) / 100;
  return { calls: per(calls), tokens: per(promptTokens + completionTokens), turns: per(turns) };
}

/** Active objectives in the order of prompts, then ended ones, newest end first. */
export function objectivesView(state: AdventureState): ObjectiveList {
  return { items: listObjectives(state.objectives), report: reportObjectives(state) };
}

export const listObjectives = (objectives: readonly Objective[]): Objective[] => [
  ...listActive(objectives).map(({ objective }) => objective),
  ...objectives.filter((one) => !isActive(one)).sort((a, b) => (b.ended?.turn ?? 0) - (a.ended?.turn ?? 0)),
];

export const mapView = (state: AdventureState): MapView => viewMap(state.map, currentPlace(state));

export function knowledgeView(state: AdventureState): AdventureKnowledge {
  const { vain, world, deadly } = state;
  const now = Object.entries(vain).map(([place, commands]): [string, string[]] => [
    place,
    Object.keys(commands).filter((command) => commands[command] === world),
  ]);
  return {
    knowledge: state.knowledge,
    memories: state.notes.map(({ place, ...note }) => ({
      ...note,
      place: place === null ? null : placeName(place),
    })),
    vain: Object.fromEntries(now.filter(([, commands]) => commands.length > 0)),
    deadly,
  };
}

/** The command of a person from newly stored events; not yet typed. */
export function queuedCommandView(state: AdventureState, events: readonly Event[]): CommandGiven {
  const givenEvent = events.find((event) => event.kind === 'command.given');
  if (!givenEvent) throw new Error('no command was given');
  const { seq, payload } = givenEvent;
  const noResult = { turn: null, text: null, awaits: null, score: null, place: null };
  return { run: state.id, seq, ...payload, status: runStatus(state), ...noResult };
}

/** One turn, see {@link readTurn}. After a restart it has only the newest proposals, but all typed commands. */
export const adventureTurnView = (events: readonly Event[]): AdventureTurn =>
  readTurn<AdventureTurn>(
    events,
    (parts, before) => ({
      ...parts,
      episode: before?.episode ?? null,
      thinking: null,
      proposals: [],
      commands: before?.commands ?? [],
      objectives: before?.objectives ?? [],
      memories: before?.memories ?? [],
      warnings: before?.warnings ?? [],
      provider: null,
      answeredBy: [],
    }),
    fold,
  );

function fold(view: AdventureTurn, event: Event): AdventureTurn {
  switch (event.kind) {
    case 'episode.started':
    case 'episode.completed':
      return { ...view, episode: event.payload.n };
    case 'command.proposed': {
      const { commands, thinking } = event.payload;
      const proposals = [...view.proposals, { commands, rejected: null }];
      return { ...view, thinking, proposals, ...addAnswer(view, event.payload) };
    }
    case 'critic.rejected': {
      const { by, score, reason } = event.payload;
      const proposals = view.proposals.map((one, k) =>
        k === view.proposals.length - 1 ? { ...one, rejected: { by, score, reason } } : one,
      );
      return { ...view, proposals };
    }
    case 'command.executed': {
      const { command, by, story, effect, died, episode } = event.payload;
      const { location, score } = story.reading;
      const entry = { command, by, text: story.text, place: placeView(location), effect, died, score };
      return { ...view, episode, commands: [...view.commands, entry] };
    }
    case 'objective.added':
    case 'objective.completed':
    case 'objective.dropped': {
      const what = event.kind.slice('objective.'.length) as 'added' | 'completed' | 'dropped';
      return { ...view, objectives: [...view.objectives, { id: event.payload.id, what }] };
    }
    case 'objective.merged': {
      const mergedIds = event.payload.from.map((id) => ({
        id,
        what: 'merged' as const,
      }));
      return { ...view, objectives: [...view.objectives, ...mergedIds] };
    }
    case 'memory.written':
      return 'id' in event.payload ? { ...view, memories: [...view.memories, event.payload.id] } : view;
    case 'stuck.warned':
      return { ...view, warnings: [...view.warnings, event.payload.message] };
    default:
      return view;
  }
}
