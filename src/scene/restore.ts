import type { Event, EventDraft, PayloadOf } from '../contract/events/events';
import { fail, ok, type Result } from '../contract/problems';
import type { ImportReport, NotUsed } from '../contract/transcripts';
import type { SceneProfiles } from '../model/profiles';
import { withinRow } from '../room/row-limit';
import { checkLorebook } from './lore/lore';
import { reduceScene } from './reduce';
import { checkBookSize } from './setup/shared';
import { listCast, type SceneState } from './state';

/** A scene rebuilt from its ledger, ready to store. */
export interface RestoredScene {
  past: Event[];
  first: EventDraft[];
  profiles: SceneProfiles;
  report: ImportReport;
}

/**
 * Rebuilds a scene from the ledger of another one, perhaps of another stage: a fork at its end. It has no
 * seats and no waiting inputs; an open or failed round is cancelled, but its lines stay.
 *
 * @param id of the new scene
 * @param events the whole ledger, each validated against its schema
 * @param isWorldHere true if its world exists in this library, so that the scene keeps sharing its memories
 * @returns `invalid` if the events do not form a scene
 */
export function restoreScene(
  id: string,
  events: readonly Event[],
  isWorldHere: boolean,
): Result<RestoredScene> {
  const [first, ...others] = events;
  if (first?.kind !== 'scene.created') return refuse('the ledger does not start with `scene.created`');
  const source = first.payload;
  const folded = readState(events);
  if (!folded.ok) return folded;
  const state = folded.value;
  const { lineage } = state.memory;
  const world = isWorldHere ? source.library.world : null;
  const payload: PayloadOf<'scene.created'> = {
    ...source,
    id,
    ...(world === null && { library: { world: null, campaign: null, arc: null } }),
    memory: world
      ? { world, lineage: [{ scene: source.id, upTo: state.rounds }, ...lineage] }
      : { world: id, lineage: [] },
  };
  const past: Event[] = [{ ...first, payload }, ...others];
  const openRound = state.open ?? state.failed?.open;
  if (openRound) {
    const payload: PayloadOf<'round.cancelled'> = { n: openRound.n };
    const { at, seq } = past.at(-1) ?? first;
    past.push({
      ...{ seq: seq + 1, at, kind: 'round.cancelled', actor: 'system', audience: ['*'] },
      ...{ round: openRound.n, payload },
    });
  }
  const mark: PayloadOf<'scene.changed'> = { forkedFrom: { scene: source.id, round: state.rounds } };
  return ok({
    past,
    first: [{ kind: 'scene.changed', actor: 'system', payload: mark }],
    profiles: state.profiles,
    report: {
      format: 'proscenium',
      source: source.id,
      rounds: state.rounds,
      lines: events.filter(({ kind }) => kind === 'player.spoke' || kind === 'character.spoke').length,
      ...{ notUsed: listNotUsed(state, isWorldHere), repaired: [], skipped: [] },
    },
  });
}

function listNotUsed(state: SceneState, isWorldHere: boolean): NotUsed[] {
  const openRound = state.open ?? state.failed?.open;
  const { world } = state.library;
  return [
    {
      what: 'seats',
      count: Object.values(state.seats).filter(({ revokedAt }) => revokedAt === null).length,
      why: 'invitations and tokens are not in the file',
    },
    {
      what: 'queued inputs',
      count: state.queue.length,
      why: 'an imported scene plays no rounds on its own',
    },
    {
      what: 'rounds that were running or had failed',
      count: openRound ? 1 : 0,
      why: 'they are cancelled; their lines are kept',
    },
    { what: 'records of calls', count: state.rounds, why: 'they count for the original scene' },
    {
      what: `the world ${world ?? ''}`,
      count: world && !isWorldHere ? 1 : 0,
      why: 'it is not in this library',
    },
  ].filter(({ count }) => count > 0);
}

/** Folds the events, so that an invalid ledger is rejected before anything is stored. */
function readState(events: readonly Event[]): Result<SceneState> {
  let at = 0;
  try {
    let state: SceneState | null = null;
    for (const event of events) {
      at = event.seq;
      if (event.kind === 'scene.created' && at > 1) return refuse(`event ${at}: a scene cannot start twice`);
      state = reduceScene(state, event);
      const fits = withinRow(ok([event]), `event ${at}`);
      if (!fits.ok) return fits;
    }
    if (state === null || listCast(state).length === 0) return refuse('the scene has no characters');
    const books = state.lorebooks.map(({ book }) => book);
    const fault = books.flatMap((book) => checkLorebook(book))[0];
    if (fault) return refuse(`a lorebook is invalid at ${fault.pointer}: ${fault.message}`);
    const tooMuch = checkBookSize(books);
    return tooMuch ? fail(tooMuch) : ok(state);
  } catch {
    // The fold never fails on a valid ledger, so its error message would not help the caller.
    return refuse(`event ${at} does not follow from the events before it`);
  }
}

const refuse = (message: string) => fail({ code: 'invalid', errors: [{ pointer: '', message }] });
