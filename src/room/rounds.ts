import type { Event, EventOf } from '../contract/events/events';
import type { OpenRound, RoomState } from './room-state';

export type RoundStart = EventOf<'round.started' | 'turn.started'>;

export type RoundCore = Pick<RoomState, 'open' | 'failed' | 'rounds'>;

/**
 * Folds one event into the round state; other events return `core` unchanged.
 *
 * A started round replaces the open one and clears an earlier failure; completed or cancelled closes it;
 * failed moves it from `open` to `failed`, with the data for a retry; a rollback clears both. `rounds`
 * follows started rounds only, so a number is never used for two rounds.
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

export function readStarted(event: RoundStart): OpenRound {
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
    replays,
  } = event.payload;
  const start = { n, attempt, version, inputSeq, inputs, seed, startSeq, firstStep, startedAt: event.at };
  return { ...start, ...(echo && { echo }), ...(replays && { replays }) };
}

/** Seqs of the events that triggered a round or turn; empty: it started on its own. */
export function readTrigger({ kind, payload }: RoundStart): number[] {
  return kind === 'round.started' ? payload.inputs : [payload.by];
}

/** The first `limit` matching events, returned oldest first. */
export function recentItems(
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
