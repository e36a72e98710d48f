import type { SceneSettings } from '../../../../src/contract/context';
import type { Event, EventOf } from '../../../../src/contract/events/events';
import { inputSeq } from '../../../../src/contract/events/fold/hidden';
import type { AutonomyEnd, WaitingView } from '../../../../src/contract/pace';
import { say } from '../../words/say';

/** Reasons why auto-play stopped. */
const ENDS: Record<AutonomyEnd, string> = {
  completed: 'all rounds played',
  failed: 'a round failed',
  budget: 'a budget is spent',
  cancelled: say('canceled'),
  stopped: say('stopped'),
  rolledback: 'the scene was rewound',
  finished: 'the scene is finished',
};

/** Formats the start and end of auto-play for the transcript. */
export function describeAutonomy({ kind, payload }: EventOf<'autonomy.started' | 'autonomy.ended'>): string {
  const { rounds } = payload;
  if (kind === 'autonomy.started')
    return `Auto-play started for ${rounds} ${rounds === 1 ? 'round.' : 'rounds.'}`;
  return `Auto-play stopped after ${payload.played} of ${rounds} rounds: ${ENDS[payload.reason] ?? payload.reason}.`;
}

/**
 * Names the people that a round waits for, and those who are ready.
 *
 * @param self the reader's persona; null: the owner or a spectator
 */
export function describeWaiting(
  { waitsFor, spoken }: Pick<WaitingView, 'waitsFor' | 'spoken'>,
  names: ReadonlyMap<string, string>,
  self: string | null,
): { waits: string; ready: string } {
  const call = (ids: readonly string[]) =>
    ids
      .toSorted((a, b) => Number(b === self) - Number(a === self))
      .map((id) => (id === self ? say('you') : (names.get(id) ?? id)))
      .join(', ');
  const waits = waitsFor.length > 0 ? `Waiting for ${call(waitsFor)}` : 'The next round is waiting';
  return { waits, ready: call(spoken) };
}

/** Returns whole seconds until a moment, never less than 0; null when there is none. */
export function secondsUntil(moment: string | null, now: number): number | null {
  if (moment === null) return null;
  const secondsLeft = Date.parse(moment) - now;
  return Number.isNaN(secondsLeft) ? null : Math.max(0, Math.ceil(secondsLeft / 1000));
}

/** Formats seconds: `42 s`, `3 min 05 s`, `2 h 10 min`, `3 days`. */
export function formatSeconds(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  if (seconds < 48 * 3600)
    return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`;
  return `${Math.floor(seconds / (24 * 3600))} days`;
}

/** Removes revealed lines that the viewer already saw when they were spoken, according to `seen`. */
export function withoutKnown(events: readonly Event[], seen: readonly Event[]): readonly Event[] {
  if (!events.some(({ kind }) => kind === 'line.revealed')) return events;
  const spokenSeqs = new Set(seen.flatMap(({ kind, seq }) => (kind === 'player.spoke' ? [seq] : [])));
  return events.filter((event) => event.kind !== 'line.revealed' || !spokenSeqs.has(inputSeq(event)));
}

/** Describes who speaks next if the owner calls on no one: the director's choice, or a rule. */
export const describeNext = ({ director, speakers }: Pick<SceneSettings, 'director' | 'speakers'>): string =>
  director === 'off' ? NEXT_BY_RULE[speakers] : "director's choice";

const NEXT_BY_RULE: Record<SceneSettings['speakers'], string> = {
  natural: 'by talkativeness',
  inTurn: 'one at a time',
  all: 'everyone present',
};
