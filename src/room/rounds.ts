import type { Event, EventOf } from '../contract/events/events';
import type { OpenRound, RoomState } from './room-state';

/** A round or turn that begins, or is played again. */
export type Started = EventOf<'round.started' | 'turn.started'>;

/** The part of a room's state that says whether a round (or turn) is being played, and which was last. */
export type RoundCore = Pick<RoomState, 'open' | 'failed' | 'rounds'>;

/**
 * Fold one event into the bookkeeping of rounds. Pure; events of any other kind return `core` unchanged.
 *
 * A started round replaces what was open and forgets an earlier failure; a completed or cancelled one closes; a
 * failed one moves from `open` to `failed`, with all that a retry needs; a rollback clears both. `rounds` only ever
 * follows what was started: a number is never used for two different rounds.
 */
export function reduceOpen(core: RoundCore, event: Event): RoundCore {
  switch (event.kind) {
    case 'round.started':
    case 'turn.started': {
      const start = readStarted(event);
      return { open: start, failed: null, rounds: start.n };
    }
    case 'round.completed':
    case 'turn.completed':
    case 'round.cancelled':
    case 'turn.cancelled':
      return { open: null, failed: null, rounds: core.rounds };
    case 'round.failed':
    case 'turn.failed': {
      if (!core.open) return core;
      const { failure, retry } = event.payload;
      const retryAt = event.kind === 'turn.failed' ? event.payload.retryAt : undefined;
      const failedRound = { open: core.open, failure, retry, at: event.seq, ...(retryAt && { retryAt }) };
      return { open: null, failed: failedRound, rounds: core.rounds };
    }
    case 'round.rolledback':
      return { open: null, failed: null, rounds: core.rounds };
    default:
      return core;
  }
}

/** The round that a `round.started` or `turn.started` opens. */
export function readStarted(event: Started): OpenRound {
  const {
    n,
    attempt,
    version,
    inputSeq,
    inputs,
    seed,
    startSeq = event.seq,
    firstStep,
    echo,
  } = event.payload;
  const start = { n, attempt, version, inputSeq, inputs, seed, startSeq, firstStep, startedAt: event.at };
  return { ...start, ...(echo && { echo }) };
}

/** Seqs of what set off a round or turn, by its start; none: the room went on by itself. */
export function readSetOff({ kind, payload }: Started): number[] {
  return kind === 'round.started' ? payload.inputs : [payload.by];
}

/** The first `limit` events of these kinds, oldest first. */
export function takeRecent(
  newestFirst: Iterable<Event>,
  kinds: readonly Event['kind'][],
  limit: number,
): Event[] {
  const events: Event[] = [];
  for (const event of newestFirst) {
    if (!kinds.includes(event.kind)) continue;
    events.push(event);
    if (events.length >= limit) break;
  }
  return events.reverse();
}
