import { fromBase64 } from '../base/base64';
import { ACTION_IDS, type ActionId } from '../contract/agents';
import type { EventDraft, PayloadOf } from '../contract/events/events';
import { packFrame, readFrames } from '../contract/frame';
import type { ObservationResult, PostObservation } from '../contract/observations';
import { type Failure, fail, ok, type Result } from '../contract/problems';
import { runStatus } from '../room/run-status';
import { runStarted } from '../runs/control';
import { PUSHED_GAME } from '../runs/games/driver';
import type { readFramePng } from '../runs/picture/read-png';
import { type RunState, waitsForObservation } from './state';

/** Default actions of a game that never named its own. */
const FIRST_ACTIONS = ACTION_IDS.slice(0, 5);

/**
 * Accepts an observation of a game that the caller plays. The first one starts the run; later ones answer the
 * open request.
 *
 * @param readPng PNG reader, which the caller loads only if there is a picture
 * @returns the events to store; `conflict` without an open request, `invalid` for a malformed observation,
 * `finished` after the run's end
 */
export function acceptObservation(
  state: RunState,
  body: PostObservation,
  readPng?: typeof readFramePng,
): Result<EventDraft[]> {
  if (state.config.game !== PUSHED_GAME) {
    const detail = `This run plays ${state.config.game}, which needs no observations.`;
    return fail({ code: 'conflict', detail, fix: `Create a run of the game "${PUSHED_GAME}".` });
  }
  if (state.status === 'finished') {
    const detail = `The run has finished (${state.finishReason ?? 'ended'}).`;
    return fail({ code: 'finished', room: state.id, detail });
  }
  const n = state.requests.received + 1;
  const refusal = findRefusal(state, n, body.request);
  if (refusal) return fail(refusal);
  const frames = readBoards(body, readPng);
  if (!frames.ok) return frames;
  const observation: PayloadOf<'observation.received'> = {
    n,
    frames: frames.value,
    state: body.state,
    level: body.levelsCompleted ?? state.game?.level ?? 0,
    available: readActions(body.availableActions) ?? state.game?.available ?? [...FIRST_ACTIONS],
  };
  const receipt: EventDraft = {
    kind: 'observation.received',
    actor: 'game',
    ...(state.open ? { turn: state.open.n } : {}),
    payload: observation,
  };
  return ok(state.status === 'created' ? [receipt, runStarted(null)] : [receipt]);
}

function findRefusal({ requests, status }: RunState, n: number, answers: number | undefined): Failure | null {
  const { asked, open } = requests;
  // The game's opening may arrive before the first request.
  const isFirst = n === 1 && asked === 0;
  if (!isFirst && (open === null || n > asked)) {
    const detail =
      status === 'paused'
        ? 'The run is paused and expects no observation.'
        : 'The run expects no observation yet: it is still processing the last one.';
    const fix =
      status === 'paused' ? 'POST …/resume' : 'wait for `action.requested`, or check `waitsFor` of the run';
    return { code: 'conflict', detail, fix };
  }
  if (answers !== undefined && answers !== n) {
    const detail = `Observation ${n} is expected, not ${answers}.`;
    return { code: 'conflict', detail, fix: 'Post the result of the latest request, or omit `request`.' };
  }
  return null;
}

function readBoards(body: PostObservation, readPng?: typeof readFramePng): Result<string[]> {
  if ((body.frames === undefined) === (body.png === undefined)) {
    return fail(invalid('', 'set either `frames` or `png`'));
  }
  if (body.png !== undefined) {
    if (!readPng) throw new TypeError('there is nothing to read a picture with');
    return readPicture(body.png, body, readPng);
  }
  const { frames = [] } = body;
  // A single grid is a list of rows; several are a list of lists of rows.
  const isOne = !Array.isArray(frames[0]?.[0]);
  const boards = readFrames(isOne ? [frames] : frames);
  if (boards.ok) return ok(boards.frames);
  const pointer = isOne ? boards.pointer.replace(/^\/0(?=\/|$)/, '') : boards.pointer;
  return fail(invalid(`/frames${pointer}`, boards.message));
}

function readPicture(
  png: string,
  { rows, cols }: PostObservation,
  readPng: typeof readFramePng,
): Result<string[]> {
  const bytes = fromBase64(png.replace(/^data:image\/png;base64,/, ''));
  if (!bytes) return fail(invalid('/png', 'is not base64'));
  const grid = readPng(bytes, rows === undefined || cols === undefined ? undefined : { rows, cols });
  return 'error' in grid ? fail(invalid('/png', grid.error)) : ok([packFrame(grid)]);
}

const readActions = (given: PostObservation['availableActions']): ActionId[] | null =>
  given === undefined
    ? null
    : ACTION_IDS.filter((id, index) => given.some((action) => action === id || action === index + 1));

const invalid = (pointer: string, message: string): Failure => ({
  code: 'invalid',
  errors: [{ pointer, message }],
});

/** Response to an observation: the run's status, plus the next request if it exists already. */
export function observationView(state: RunState, events: readonly { seq: number }[]): ObservationResult {
  const { open, received } = state.requests;
  const waits = waitsForObservation(state) ? open : null;
  return {
    run: state.id,
    observation: received,
    seq: events[0]?.seq ?? state.head,
    status: runStatus(state),
    finishReason: state.finishReason,
    turn: state.rounds,
    request: waits?.n ?? null,
    role: waits?.role ?? null,
    action: waits?.action ?? null,
  };
}
