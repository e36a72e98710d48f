import type { Event, EventDraft, PayloadOf } from '../contract/events/events';
import { type Failure, fail, ok, type Result } from '../contract/problems';
import type { ImportReport, NotUsed } from '../contract/transcripts';
import { withinRow } from '../room/row-limit';
import { runPaused } from '../room/run-status';
import { findForkPoint } from './fork';
import type { AnyRunState } from './state';

/** A restored run, ready to be stored in its new room. */
export interface RestoredRun {
  past: Event[];
  first: EventDraft[];
  config: PayloadOf<'run.created'>['config'];
  report: ImportReport;
}

interface Reading<S> {
  reduce: (state: S | null, event: Event) => S;
  /** A run that cannot be rendered is invalid. */
  view: (state: S) => unknown;
}

/**
 * Restores a run from a ledger, possibly from another deployment. Drops an open or failed turn, so that the
 * run continues after the last completed one. A running run is paused.
 *
 * @param events the whole ledger, each event valid for its kind
 * @returns `invalid` if the events don't form a run
 */
export function restoreRun<S extends AnyRunState>(
  id: string,
  events: readonly Event[],
  reading: Reading<S>,
): Result<RestoredRun> {
  const [first] = events;
  if (first?.kind !== 'run.created') return refuse('the ledger does not start with `run.created`');
  const whole = readState(events, reading);
  if (!whole.ok) return whole;
  const isCut = whole.value.open !== null || whole.value.failed !== null;
  const point = isCut
    ? findForkPoint(whole.value, null, (n) => events.filter(({ turn }) => turn === n))
    : null;
  if (point && !point.ok) return point;
  const lasting = point ? events.filter(({ seq }) => seq <= point.value.seq) : events;
  const end = readState(lasting, reading);
  if (!end.ok) return end;
  const { status, rounds } = end.value;
  const payload: PayloadOf<'run.created'> = { ...first.payload, id };
  const leftOut: NotUsed[] = [
    { what: 'turns that were in progress or had failed', count: isCut ? 1 : 0, why: 'it is played again' },
    { what: 'records of calls', count: rounds, why: 'they count for the original run' },
  ];
  return ok({
    past: [{ ...first, payload }, ...lasting.slice(1)],
    first: status === 'running' ? [runPaused({ reason: 'imported', detail: 'it was imported' })] : [],
    config: first.payload.config,
    report: {
      format: 'proscenium',
      source: first.payload.id,
      rounds,
      lines: lasting.filter(({ kind }) => kind === 'action.executed' || kind === 'command.executed').length,
      ...{ notUsed: leftOut.filter(({ count }) => count > 0), repaired: [], skipped: [] },
    },
  });
}

/** The story stored here under the same id is another file. */
export const wrongStoryFailure = (game: string): Failure => ({
  code: 'conflict',
  detail: `The story ${game} here is a different file from the story of the run.`,
  fix: 'Upload the story of the run (POST /v1/games), then import the run again.',
});

/** Folds the events, to reject an invalid ledger before storing it. */
function readState<S extends AnyRunState>(events: readonly Event[], { reduce, view }: Reading<S>): Result<S> {
  let at = 0;
  try {
    let state: S | null = null;
    for (const event of events) {
      at = event.seq;
      if (event.kind === 'run.created' && at > 1) return refuse(`event ${at}: a run cannot start twice`);
      state = reduce(state, event);
      const fits = withinRow(ok([event]), `event ${at}`);
      if (!fits.ok) return fits;
    }
    if (state === null) return refuse('the ledger is empty');
    view(state);
    return ok(state);
  } catch {
    // Folding a room's own ledger never fails; for a foreign one the error would not help the caller.
    return refuse(`event ${at} does not follow from the events before it`);
  }
}

const refuse = (message: string) => fail({ code: 'invalid', errors: [{ pointer: '', message }] });
