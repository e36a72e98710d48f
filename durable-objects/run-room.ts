import { readConfig } from '../src/config';
import type { Receipt } from '../src/contract/access';
import type { CallRecord } from '../src/contract/calls';
import type { Event, Viewer } from '../src/contract/events/events';
import { isAdventure } from '../src/contract/ids';
import { fail, ok, type Result } from '../src/contract/problems';
import type { RunDigest } from '../src/contract/replays';
import type { CreateRun, GridRun } from '../src/contract/runs';
import { type ActionGrid, GRID_ACTIONS } from '../src/grid/actions';
import { callContext } from '../src/grid/reporting/call-context';
import { compareRuns, digestRun } from '../src/grid/reporting/compare';
import { readRecord } from '../src/grid/reporting/evidence';
import { exportRun } from '../src/grid/reporting/export';
import { findFrame } from '../src/grid/reporting/replay';
import { reportHtml, reportMarkdown } from '../src/grid/reporting/report/report';
import { tallyRun } from '../src/grid/reporting/tally';
import { knowledgeView, runView, turnView } from '../src/grid/reporting/views';
import {
  isWaitingForMove,
  type RunState,
  reduceRun,
  runCreated,
  waitsForObservation,
} from '../src/grid/state';
import { playTurn, TURN_STEPS } from '../src/grid/turn';
import { resolveProfile, SMALL_REPORT } from '../src/model/profiles';
import type { GridApi } from '../src/room/rpc';
import { checkWorld } from '../src/runs/body';
import { connectArc } from '../src/runs/games/arc3/client';
import { driveArc } from '../src/runs/games/arc3/driver';
import { findRemoteGame, listRemoteGames } from '../src/runs/games/arc3/list';
import { findTitle, GAMES, isRemoteGame } from '../src/runs/games/catalog';
import { type GameDriver, type GamePorts, gameSource, REMOTE_PREFIX } from '../src/runs/games/driver';
import { shouldPlayTurn, triggerSeq } from '../src/runs/state';
import { AnyRun, type NewRun, wrongKindFailure } from './lib/room/any-run';
import { roomDeps } from './lib/room/deps';
import type { RoomEngine } from './lib/room/engine';
import { exhaustRun, RUN_RULES } from './lib/room/run-rules';
import { readAddress, readMeta, writeMeta } from './lib/room/schema';

const createEngine = (ports: GamePorts): RoomEngine<RunState> => ({
  ...RUN_RULES,
  stepNames: TURN_STEPS,
  reduce: reduceRun,
  stateVersion: 1,
  next: (state) => (shouldPlayTurn(state) || isWaitingForMove(state) ? [] : null),
  setOffBy: (state) => triggerSeq(state, state.moves),
  onExhausted: exhaustRun(),
  waits: waitsForObservation,
  play: (ctx) => playTurn(ctx, ports),
});

export class RunRoom extends AnyRun<RunState, GridRun> implements GridApi {
  /** True once the remote server is being notified of the run's end. */
  #isEnding = false;

  constructor(ctx: DurableObjectState, env: Env) {
    const remote = remoteGames(env);
    const drive: GamePorts['remote'] =
      remote && ((game, scorecard) => this.#watchSession(remote(game, scorecard)));
    super(ctx, env, createEngine({ builtin: GAMES, remote: drive, worldCode: readConfig(env).worldCode }));
    this.core.timers = {
      nextAt: () => this.#retryTime(),
      ring: (now) => this.#retryTurn(now),
    };
    this.core.onStateChanged = (state) => {
      if (state.status === 'finished') this.#endGame(state);
    };
  }

  /** Time of the next retry of a turn whose game was unreachable; null: none. */
  #retryTime(): number | null {
    const reading = this.core.look(({ state: { status, failed, moves } }) =>
      status === 'running' || moves.length > 0 ? failed?.retryAt : null,
    );
    return reading.ok && reading.value ? Date.parse(reading.value) : null;
  }

  #retryTurn(now: number): void {
    const dueAt = this.#retryTime();
    if (dueAt === null || dueAt > now) return;
    this.core.look(({ state: { failed } }) => failed && this.core.retry(failed.open.n, null, [], () => null));
  }

  protected async findGame(_tenant: string, body: CreateRun): Promise<Result<NewRun>> {
    if (body.scorecard && !isRemoteGame(body.game)) {
      const message = 'only games of the ARC-AGI-3 service have one';
      return fail({ code: 'invalid', errors: [{ pointer: '/scorecard', message }] });
    }
    const allowed = checkWorld(body, readConfig(this.env).worldCode);
    if (!allowed.ok) return allowed;
    const game = await findGame(body.game, this.env);
    if (!game.ok) return game;
    const { id, title } = game.value;
    const makeFirst: NewRun['makeFirst'] = (args, defaults) =>
      runCreated({
        ...args,
        body: { ...body, game: id },
        profiles: {
          explorer: resolveProfile(body.profiles?.explorer, defaults),
          analyst: resolveProfile(body.profiles?.analyst, defaults, SMALL_REPORT),
        },
      });
    return ok({ title, makeFirst });
  }

  protected readonly kind = 'grid';
  protected readonly siblings = this.env.RUNS;
  protected readonly view = runView;
  protected readonly reduce = reduceRun;
  protected readonly exportedFiles = exportRun;
  protected readonly sumUp = tallyRun;
  protected readonly markdown = (state: RunState, events: Event[]) =>
    reportMarkdown(readRecord(state, events));
  protected readonly html = (state: RunState, events: Event[]) => reportHtml(readRecord(state, events));
  protected readonly actions = GRID_ACTIONS;

  protected override actionRoom(receipt: Receipt | null, viewer: Viewer): Result<ActionGrid> {
    const room = super.actionRoom(receipt, viewer);
    if (!room.ok) return room;
    const { state, ledger } = room.value;
    return ok({
      ...room.value,
      games: GAMES,
      showTurn: turnView,
      showKnowledge: () => knowledgeView(readRecord(state, [...ledger.walk()])),
      compareWith: async (run) => {
        if (isAdventure(run)) return fail(wrongKindFailure(run));
        const own = digestRun(state, [...ledger.walk()]);
        const other = await this.sibling<GridApi>(readAddress(this.ctx.storage.sql).tenant, run).digest();
        return other.ok ? ok(compareRuns(own, other.value)) : other;
      },
    });
  }

  async frame(n: number): Promise<Result<string>> {
    const opening = this.core.open();
    return opening.ok ? findFrame(opening.value.ledger, n) : opening;
  }

  async digest(): Promise<Result<RunDigest>> {
    return this.readAll(digestRun);
  }

  /** Adds the call's context: the action, the frames, the state before and after. */
  override async readCall(turn: number, n: number): Promise<Result<CallRecord>> {
    const call = await super.readCall(turn, n);
    if (!call.ok) return call;
    return this.readAll((_, events) => ({ ...call.value, run: callContext(events, call.value) }));
  }

  override async erase(): Promise<Result<null>> {
    this.core.look(({ state }) => this.#endGame(state));
    return super.erase();
  }

  /** Ends a finished run's remote session, once. Not awaited, so that a slow server delays no run. */
  #endGame({ config, game }: RunState): void {
    const { sql } = this.ctx.storage;
    if (this.#isEnding || readMeta(sql, 'game_ended') === '1') return;
    const driver =
      gameSource(config.game) === 'arc3' ? remoteGames(this.env)?.(config.game, config.scorecard) : undefined;
    if (!driver?.end || !game) return;
    this.#isEnding = true;
    const sessionEnd = driver.end(game.snapshot).then(() => {
      // An erased run has no storage left.
      if (this.core.open().ok) writeMeta(sql, 'game_ended', '1');
    });
    this.ctx.waitUntil(sessionEnd);
  }

  /** A session opened for a run that ended meanwhile is in no ledger, so end it immediately. */
  #watchSession(driver: GameDriver): GameDriver {
    return {
      ...driver,
      begin: async (snapshot) => {
        const outcome = await driver.begin(snapshot);
        const opening = this.core.open();
        const isOver = !opening.ok || opening.value.state.status === 'finished';
        const isNew = outcome.kind === 'step' && (snapshot === null || outcome.anew === true);
        if (isOver && isNew && driver.end) this.ctx.waitUntil(driver.end(outcome.step.snapshot));
        return outcome;
      },
      end: async () => {
        this.core.look(({ state }) => this.#endGame(state));
      },
    };
  }
}

/**
 * Resolves the full id of a new run's game. Checks now that the remote service has it, before any turns cost
 * money.
 */
async function findGame(id: string, env: Env): Promise<Result<{ id: string; title: string }>> {
  const { arc } = readConfig(env);
  const title = findTitle(id, { remote: arc !== null });
  if (!title.ok) return title;
  if (!arc || !isRemoteGame(id)) return ok({ id, title: title.value });
  const remoteGames = await listRemoteGames({ ...arc, sleep: roomDeps(env).sleep });
  const remoteGame = remoteGames.ok ? findRemoteGame(id, remoteGames.value) : remoteGames;
  return remoteGame.ok
    ? ok({ id: remoteGame.value.id, title: remoteGame.value.id.slice(REMOTE_PREFIX.length) })
    : remoteGame;
}

const ARC_TIMEOUT_MS = 30_000;

/** Games of the ARC-AGI-3 service; null if the operator has no key. */
function remoteGames(env: Env): GamePorts['remote'] {
  const { arc } = readConfig(env);
  if (!arc) return null;
  const client = connectArc(arc, ARC_TIMEOUT_MS, (ms) => roomDeps(env).sleep(ms));
  return (game, scorecard) => driveArc(client, game.slice(REMOTE_PREFIX.length), scorecard);
}
