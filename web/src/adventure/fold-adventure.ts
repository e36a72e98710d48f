import type { AdventureRun } from '../../../src/api/adventures';
import type { Json, JsonObject } from '../../../src/base/json';
import type { Event } from '../../../src/events/events';
import { flagOf, isObject, listOf, numberOf, objectOf, textOf } from '../api/payload';
import { foldSpent, type Spent } from '../run/fold-spent';
import { describeNote } from './adventure-notes';

export type Place = { id: string; name: string };

/** The critic's verdict on a proposal that passed. */
export interface Verdict {
  /** Score from −1 to 1; null where it gave none. */
  score: number | null;
  reason: string;
}

/** One command and the story's answer. */
export interface Move {
  type: 'move';
  seq: number;
  turn: number | null;
  command: string;
  by: 'adventurer' | 'player';
  /** Provider that proposed it; empty for people. */
  provider: string;
  /** Empty where another command of the same turn has it already. */
  thinking: string;
  /** The critic's approval; null where it was not asked, or another command of the same turn has it already. */
  verdict: Verdict | null;
  text: string;
  /** The place it led to; null when the player stayed, or it can't be read. */
  moved: Place | null;
  effect: boolean;
  died: boolean;
  score: number | null;
  /** Change of the score; also 0 where the score before is unknown. */
  gained: number;
  /** Actions of the machine on the story's behalf, e.g. `undone`. */
  notes: string[];
  /** Reason why the story stopped; empty while it goes on. */
  stopped: string;
}

/** An entry of an adventure's transcript. */
export type Entry =
  | Move
  | { type: 'episode'; seq: number; turn: number | null; n: number; text: string }
  | {
      type: 'rejected';
      seq: number;
      turn: number | null;
      command: string;
      by: string;
      score: number | null;
      reason: string;
      thinking: string;
    }
  | { type: 'note'; seq: number; turn: number | null; text: string; tone: 'plain' | 'good' | 'bad' };

/** The story's status, as the run reports it. */
export type Standing = NonNullable<AdventureRun['story']>;
export type Thing = Standing['inventory'][number];

/** A run's story, folded from its events up to `head`, inclusive. */
export interface AdventureStory {
  head: number;
  entries: readonly Entry[];
  /** Null until an event reports it. */
  now: Standing | null;
  episode: number | null;
  /** The turn that is being played, with its current activity; null between two turns. */
  turn: { n: number; attempt: number; doing: string } | null;
  spent: Spent | null;
  /** Seq of the newest event that changed each of these. */
  changed: { objectives: number; map: number; knowledge: number };
  /** Texts of objectives by id, as far as the events name them. */
  objectives: Readonly<Record<string, string>>;
  /** The adventurer's last thought and its provider; empty before. */
  proposed: { thinking: string; provider: string };
  /** Verdict on the command that the turn is about to type; null once it is typed. */
  verdict: Verdict | null;
  /** Thinking that a move shows already, and the turn of that move. */
  said: { turn: number | null; thinking: string };
}

export const NO_STORY: AdventureStory = {
  head: 0,
  entries: [],
  now: null,
  episode: null,
  turn: null,
  spent: null,
  changed: { objectives: 0, map: 0, knowledge: 0 },
  objectives: {},
  proposed: { thinking: '', provider: '' },
  verdict: null,
  said: { turn: null, thinking: '' },
};

/**
 * Folds further events, oldest first, into the story. Events already folded and unknown kinds change nothing; a
 * payload with missing or wrong fields is read as far as it goes.
 */
export function foldAdventure(story: AdventureStory, events: readonly Event[]): AdventureStory {
  const entries = [...story.entries];
  let folded = story;
  for (const event of events) {
    if (event.seq <= folded.head) continue;
    const entry = readEntry(folded, event);
    if (entry) entries.push(entry);
    folded = { ...step(folded, event), spent: foldSpent(folded.spent, event), head: event.seq };
  }
  return folded === story ? story : { ...folded, entries };
}

function step(story: AdventureStory, event: Event): AdventureStory {
  const { kind, payload, seq } = event;
  const turn = (doing: string) => (story.turn ? { ...story.turn, doing } : null);
  switch (kind) {
    case 'turn.started': {
      const n = event.turn ?? numberOf(payload, 'n') ?? 0;
      const attempt = numberOf(payload, 'attempt') ?? 1;
      return { ...story, verdict: null, turn: { n, attempt, doing: 'thinking' } };
    }
    case 'command.proposed': {
      const proposed = { thinking: textOf(payload, 'thinking'), provider: textOf(payload, 'provider') };
      const commands = listOf(payload, 'commands').join(', ');
      return { ...story, proposed, turn: turn(commands && `about to type “${commands}”`) };
    }
    case 'critic.rejected':
      return { ...story, turn: turn('thinking again') };
    case 'critic.accepted':
      return { ...story, verdict: { score: numberOf(payload, 'score'), reason: textOf(payload, 'reason') } };
    case 'episode.started':
      return { ...arrive(story, event), episode: numberOf(payload, 'n'), turn: turn('thinking') };
    case 'command.executed': {
      const said = { turn: event.turn ?? null, thinking: textOf(payload, 'thinking') };
      return { ...arrive(story, event), said, verdict: null, turn: turn('looking at what came of it') };
    }
    case 'turn.completed':
    case 'turn.failed':
    case 'turn.cancelled':
      return { ...story, turn: null };
    case 'memory.written':
    case 'knowledge.written':
      return { ...story, changed: { ...story.changed, knowledge: seq } };
    default:
      if (!kind.startsWith('objective.')) return story;
      return {
        ...story,
        objectives: nameObjective(story.objectives, event),
        changed: { ...story.changed, objectives: seq },
      };
  }
}

/** Updates the standing from an event. */
function arrive(story: AdventureStory, { payload, seq }: Event): AdventureStory {
  const now = readStanding(objectOf(payload, 'story'));
  // Vain and deadly commands are a part of the knowledge.
  return { ...story, now, changed: { ...story.changed, map: seq, knowledge: seq } };
}

function nameObjective(
  known: AdventureStory['objectives'],
  { payload }: Event,
): AdventureStory['objectives'] {
  const [id, text] = [textOf(payload, 'id', 'into'), textOf(payload, 'text')];
  return id && text ? { ...known, [id]: text } : known;
}

function readEntry(story: AdventureStory, event: Event): Entry | null {
  const { kind, payload, seq } = event;
  const turn = event.turn ?? null;
  if (kind === 'episode.started') {
    const text = textOf(objectOf(payload, 'story'), 'text');
    return { type: 'episode', seq, turn, n: numberOf(payload, 'n') ?? 1, text };
  }
  if (kind === 'command.executed') return readMove(story, event);
  if (kind === 'critic.rejected') {
    return {
      type: 'rejected',
      seq,
      turn,
      command: textOf(payload, 'command'),
      by: textOf(payload, 'by'),
      score: numberOf(payload, 'score'),
      reason: textOf(payload, 'reason'),
      thinking: story.proposed.thinking,
    };
  }
  const note = describeNote(event, story.objectives);
  return note && { type: 'note', seq, turn, ...note };
}

function readMove(story: AdventureStory, event: Event): Move {
  const { payload, seq } = event;
  const turn = event.turn ?? null;
  const told = objectOf(payload, 'story');
  const { place, score } = readStanding(told);
  const before = story.now?.score ?? null;
  const thinking = textOf(payload, 'thinking');
  const isByPlayer = textOf(payload, 'by') === 'player';
  const { said } = story;
  const isSaid = turn !== null && said.turn === turn && said.thinking === thinking;
  return {
    type: 'move',
    seq,
    turn,
    command: textOf(payload, 'command'),
    by: isByPlayer ? 'player' : 'adventurer',
    provider: isByPlayer ? '' : story.proposed.provider,
    thinking: isSaid ? '' : thinking,
    verdict: isByPlayer ? null : story.verdict,
    text: textOf(told, 'text'),
    moved: flagOf(payload, 'moved') ? place : null,
    effect: flagOf(payload, 'effect') !== false,
    died: flagOf(payload, 'died') === true,
    score,
    gained: score === null || before === null ? 0 : score - before,
    notes: listOf(told, 'notes'),
    stopped: textOf(objectOf(told, 'stopped'), 'message'),
  };
}

function readStanding(told: JsonObject): Standing {
  const reading = objectOf(told, 'reading');
  const location = objectOf(reading, 'location');
  const sure = objectOf(reading, 'confidence');
  return {
    place: typeof location.id === 'number' ? { id: `L${location.id}`, name: textOf(location, 'name') } : null,
    score: numberOf(reading, 'score'),
    moves: numberOf(reading, 'moves'),
    time: typeof reading.time === 'string' ? reading.time : null,
    inventory: readThings(reading.inventory),
    visible: readThings(reading.visible),
    confidence: {
      location: readConfidence(sure.location),
      score: readConfidence(sure.score),
      inventory: readConfidence(sure.inventory),
    },
    text: textOf(told, 'text'),
    upper: listOf(told, 'upper'),
    awaits: told.awaits === 'key' || told.awaits === 'nothing' ? told.awaits : 'line',
  };
}

const readConfidence = (value: Json | undefined): Standing['confidence']['score'] =>
  value === 'read' || value === 'inferred' ? value : 'unknown';

/** Reads things, with the things directly in or on each. */
function readThings(value: Json | undefined): Thing[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((thing) => ({
    id: numberOf(thing, 'id') ?? 0,
    name: textOf(thing, 'name'),
    holds: readThings(thing.holds).map(({ id, name }) => ({ id, name })),
  }));
}

/** Drops the parts of an event that the page never shows: machine states and answers, most of its size. */
export function trimAdventure(event: Event): Event {
  if (event.kind === 'agent.answered') return { ...event, payload: {} } as Event;
  if (event.kind !== 'episode.started' && event.kind !== 'command.executed') return event;
  const { snapshot: _snapshot, ...story } = event.payload.story;
  const { exits: _exits, ...others } = event.payload;
  const { knowledge: _knowledge, ...shown } = { knowledge: null, ...others };
  return { ...event, payload: { ...shown, story } } as Event;
}

/** Returns true for events that make the run (status, budgets, episodes, waiting inputs) worth reading again. */
export const changesAdventure = (event: Event): boolean =>
  /^(run\.|turn\.|episode\.|objective\.|command\.given|stuck\.)/.test(event.kind);
