import { type Answerer, answererKind } from '../../../src/base/answerer';
import type { AdventureRun } from '../../../src/contract/adventures';
import type { Event, EventOf } from '../../../src/contract/events/events';
import { addCommand, type TrailStep, undoCommand } from '../../../src/contract/events/fold/story-trail';
import { keepPart, readOr } from '../api/event';
import { foldSpent, type Spent } from '../run/fold-spent';
import { say } from '../words/say';
import { describeNote } from './adventure-notes';

/** Styled parts of a text. */
export type Styles = NonNullable<NonNullable<AdventureRun['story']>['styles']>;

export type StoryPlace = { id: string; name: string };

/** The critic's verdict on a proposal that passed. */
export interface CriticVerdict {
  /** Score from −1 to 1; null if not given. */
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
  model?: string;
  /** Empty if an earlier command of the turn shows it. */
  thinking: string;
  /** The critic's approval; null if it was not consulted, or if an earlier command of the turn shows it. */
  verdict: CriticVerdict | null;
  text: string;
  styles?: Styles;
  /** The place it led to; null if the player stayed or it is unknown. */
  moved: StoryPlace | null;
  effect: boolean;
  died: boolean;
  score: number | null;
  /** Change of the score; 0 if the previous score is unknown. */
  gained: number;
  /** Actions of the interpreter, such as `undone`. */
  notes: string[];
  /** The fault that stopped the story; empty while it runs or if it ended normally. */
  stopped: string;
}

/** An entry of an adventure's transcript. */
export type Entry =
  | Move
  | {
      type: 'episode';
      seq: number;
      turn: number | null;
      n: number;
      text: string;
      styles?: Styles;
      stopped: string;
    }
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
  | {
      type: 'note';
      seq: number;
      turn: number | null;
      /** The kind of its event. */
      kind: Event['kind'];
      text: string;
      tone: 'plain' | 'good' | 'bad';
    };

/** The story's status, as the run reports it. */
export type StoryState = NonNullable<AdventureRun['story']>;
export type Thing = StoryState['inventory'][number];

/** A run's story, folded from its events up to `head`, inclusive. */
export interface AdventureStory {
  head: number;
  entries: readonly Entry[];
  /** Null until an event reports it. */
  now: StoryState | null;
  episode: number | null;
  /** The current turn and its activity; null between turns. */
  turn: { n: number; attempt: number; doing: string } | null;
  spent: Spent | null;
  /** Seq of the newest event that changed each of these. */
  changed: { objectives: number; map: number; knowledge: number };
  /** Texts of objectives by ID, as far as the events contain them. */
  objectives: Readonly<Record<string, string>>;
  /** The adventurer's last thought and its provider; empty at first. */
  proposed: { thinking: string } & Answerer;
  /** Verdict on the next command; null once it is sent. */
  verdict: CriticVerdict | null;
  /** The path to the current position, oldest first, as far as its events are loaded. */
  trail: readonly TrailStep[];
  /** The last thought that a move shows, and the move's turn. */
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
  trail: [],
  said: { turn: null, thinking: '' },
};

/** Folds more events, oldest first, into the story. Ignores events that are already folded, unknown or malformed. */
export function foldAdventure(story: AdventureStory, events: readonly Event[]): AdventureStory {
  const entries = [...story.entries];
  let current = story;
  for (const event of events) {
    if (event.seq <= current.head) continue;
    const { entry, next } = readOr({ entry: null, next: current }, () => ({
      entry: readEntry(current, event),
      next: {
        ...step(current, event),
        trail: followTrail(current, event),
        spent: foldSpent(current.spent, event),
      },
    }));
    if (entry) entries.push(entry);
    current = { ...next, head: event.seq };
  }
  return current === story ? story : { ...current, entries };
}

function step(story: AdventureStory, event: Event): AdventureStory {
  const { kind, payload, seq } = event;
  const turn = (doing: string) => (story.turn ? { ...story.turn, doing } : null);
  switch (kind) {
    case 'turn.started': {
      const { n, attempt } = payload;
      return { ...story, verdict: null, turn: { n, attempt, doing: say('thinking') } };
    }
    case 'command.proposed': {
      const { thinking } = payload;
      const commands = payload.commands.join(', ');
      return {
        ...story,
        proposed: { thinking, ...answererKind(payload) },
        turn: turn(commands && `about to type “${commands}”`),
      };
    }
    case 'critic.rejected':
      return { ...story, turn: turn('thinking again') };
    case 'critic.accepted':
      return { ...story, verdict: { score: payload.score, reason: payload.reason } };
    case 'episode.started':
      return { ...arrive(story, event), episode: payload.n, turn: turn('thinking') };
    case 'command.executed': {
      return {
        ...arrive(story, event),
        said: { turn: event.turn ?? null, thinking: payload.thinking ?? '' },
        verdict: null,
        turn: turn('reviewing the result'),
      };
    }
    case 'story.restored':
      return arrive(story, event);
    case 'turn.completed':
    case 'turn.failed':
    case 'turn.cancelled':
      return { ...story, turn: null };
    case 'memory.written':
    case 'knowledge.written':
      return { ...story, changed: { ...story.changed, knowledge: seq } };
    case 'objective.added':
    case 'objective.changed':
      return nameObjective(story, seq, payload.id, payload.text);
    case 'objective.merged':
      return nameObjective(story, seq, payload.into, payload.text);
    case 'objective.completed':
    case 'objective.dropped':
    case 'objective.refused':
      return { ...story, changed: { ...story.changed, objectives: seq } };
    default:
      return story;
  }
}

type Arrival = EventOf<'episode.started' | 'command.executed' | 'story.restored'>;

/** Updates the current state from an event. */
function arrive(story: AdventureStory, { payload, seq }: Arrival): AdventureStory {
  const now = readStanding(payload.story);
  // Useless and deadly commands are part of the knowledge.
  return { ...story, now, changed: { ...story.changed, map: seq, knowledge: seq } };
}

/** Tracks the path to the current position. */
function followTrail({ trail }: AdventureStory, event: Event): AdventureStory['trail'] {
  const { kind, payload, turn = 0 } = event;
  if (kind === 'episode.started') return [{ turn, commands: [] }];
  if (kind === 'command.executed') return addCommand(trail, turn, payload.command);
  return kind === 'story.restored' ? undoCommand(trail, payload).trail : trail;
}

/** Records a change of an objective; `text` null: its text stays. */
function nameObjective(story: AdventureStory, seq: number, id: string, text: string | null): AdventureStory {
  const objectives = text ? { ...story.objectives, [id]: text } : story.objectives;
  return { ...story, objectives, changed: { ...story.changed, objectives: seq } };
}

function readEntry(story: AdventureStory, event: Event): Entry | null {
  const { kind, payload, seq } = event;
  const turn = event.turn ?? null;
  if (kind === 'episode.started')
    return {
      type: 'episode',
      seq,
      turn,
      n: payload.n,
      ...readPrinted(payload.story),
      stopped: readFault(payload.story),
    };
  if (kind === 'command.executed') return readMove(story, event);
  if (kind === 'critic.rejected') {
    const { command, by, score, reason } = payload;
    const { thinking } = story.proposed;
    return { type: 'rejected', seq, turn, command, by, score, reason, thinking };
  }
  const undone = kind === 'story.restored' ? undoCommand(story.trail, payload).undone : [];
  const note = describeNote(event, story.objectives, undone);
  return note && { type: 'note', seq, turn, kind, ...note };
}

function readMove(story: AdventureStory, event: EventOf<'command.executed'>): Move {
  const { seq, payload } = event;
  const { command, by, effect, died } = payload;
  const turn = event.turn ?? null;
  const { place, score } = readStanding(payload.story);
  const before = story.now?.score ?? null;
  const thinking = payload.thinking ?? '';
  const { said } = story;
  const isSaid = turn !== null && said.turn === turn && said.thinking === thinking;
  return {
    type: 'move',
    seq,
    turn,
    command,
    by,
    ...(by === 'player' ? { provider: '' } : answererKind(story.proposed)),
    thinking: isSaid ? '' : thinking,
    verdict: by === 'player' ? null : story.verdict,
    ...readPrinted(payload.story),
    moved: payload.moved ? place : null,
    effect,
    died,
    score,
    gained: score === null || before === null ? 0 : score - before,
    notes: payload.story.notes,
    stopped: readFault(payload.story),
  };
}

const readPrinted = ({ text, styles }: Arrival['payload']['story']) => ({ text, ...(styles && { styles }) });

function readFault({ stopped }: Arrival['payload']['story']): string {
  return stopped === null || stopped.kind === 'quit' ? '' : stopped.message;
}

function readStanding(story: Arrival['payload']['story']): StoryState {
  const { reading, text, upper, styles, upperStyles, awaits, stopped } = story;
  const { location, score, maximum, moves, time, inventory, visible, confidence } = reading;
  const place = location && { id: `L${location.id}`, name: location.name };
  return {
    place,
    score,
    ...(maximum !== undefined && { maximum }),
    moves,
    time,
    inventory: inventory.map(readThing),
    visible: visible.map(readThing),
    confidence,
    text,
    upper,
    ...(styles && { styles }),
    ...(upperStyles && { upperStyles }),
    awaits,
    ...(stopped && { stopped }),
  };
}

/** Reads a thing, with the things directly in or on it. */
const readThing = ({
  id,
  name,
  holds,
  note,
}: Arrival['payload']['story']['reading']['inventory'][number]): Thing => ({
  id,
  name,
  holds: holds.map((held) => ({ id: held.id, name: held.name })),
  ...(note !== undefined && { note }),
});

/** Drops parts of an event that the page never shows: interpreter states and replies, most of its size. */
export function trimAdventure(event: Event): Event {
  if (event.kind === 'agent.answered') return keepPart(event, {});
  if (
    event.kind !== 'episode.started' &&
    event.kind !== 'command.executed' &&
    event.kind !== 'story.restored'
  )
    return event;
  const { snapshot: _snapshot, ...story } = event.payload.story;
  const { exits: _exits, ...others } = event.payload;
  const { knowledge: _knowledge, ...shown } = { knowledge: null, ...others };
  return keepPart(event, { ...shown, story });
}

/** True for events after which the run (status, budgets, episodes, waiting inputs) should reload. */
export const changesAdventure = (event: Event): boolean =>
  /^(run\.|turn\.|episode\.|objective\.|command\.given|stuck\.|story\.)/.test(event.kind);
