import type { Receipt } from '../src/api/access';
import type { CallRecord } from '../src/api/calls';
import type { ObservationTaken, PostObservation } from '../src/api/observations';
import { fail, ok, type Result } from '../src/api/problems';
import type { Comparison, ReplayPage, RunDigest } from '../src/api/replays';
import type { KnowledgeReading } from '../src/api/run-knowledge';
import type { CreateRun, GridRun, Report, TurnView } from '../src/api/runs';
import type { FrameObjects, Tried } from '../src/api/tries';
import { sleep } from '../src/base/sleep';
import { type Config, readConfig } from '../src/config';
import { viewObjects } from '../src/engines/grid/frame/frame-objects';
import { observationView, takeObservation } from '../src/engines/grid/observe';
import { callContext } from '../src/engines/grid/reporting/call-context';
import { compareRuns, digestRun } from '../src/engines/grid/reporting/compare';
import { readRecord } from '../src/engines/grid/reporting/evidence';
import { exportRun } from '../src/engines/grid/reporting/export';
import { replayPage } from '../src/engines/grid/reporting/replay';
import { reportHtml } from '../src/engines/grid/reporting/report/html';
import { reportMarkdown } from '../src/engines/grid/reporting/report/report';
import { tryMoves } from '../src/engines/grid/reporting/try-moves';
import { knowledgeView, runView, turnView } from '../src/engines/grid/reporting/views';
import { maskOf, type RunState, reduceRun, runCreated, waitsForObservation } from '../src/engines/grid/state';
import { playTurn, TURN_STEPS } from '../src/engines/grid/turn';
import { checkRunBody } from '../src/engines/runs/body';
import { setOffBy, wantsTurn } from '../src/engines/runs/state';
import { statusOf } from '../src/engines/runs/status';
import type { Event } from '../src/events/events';
import { connectArc } from '../src/games/grid/arc3/connect';
import { driveArc } from '../src/games/grid/arc3/driver';
import { findRemoteGame, listRemoteGames } from '../src/games/grid/arc3/list';
import { findTitle, GAMES, isRemoteGame } from '../src/games/grid/catalog';
import { type GameDriver, type GamePorts, REMOTE_PREFIX, sourceOf } from '../src/games/grid/driver';
import { resolveProfile } from '../src/model/profiles';
import type { Address, ExportFile, GridApi } from '../src/room/rpc';
import { AnyRun } from './lib/room/any-run';
import type { RoomEngine } from './lib/room/engine';
import { budgetsOfRun, exhaustRun } from './lib/room/run-budgets';
import { readMeta, writeMeta } from './lib/room/schema';

const engineFor = (ports: GamePorts): RoomEngine<RunState> => ({
  kind: 'run',
  unit: 'turn',
  stepNames: TURN_STEPS,
  rollsBack: false,
  reduce: reduceRun,
  stateVersion: 5,
  next: (state) => (wantsTurn(state) ? [] : null),
  setOffBy: (state) => setOffBy(state),
  seed: (state) => state.config.seed,
  status: statusOf,
  budgets: budgetsOfRun,
  onExhausted: exhaustRun(),
  waits: waitsForObservation,
  play: (ctx) => playTurn(ctx, ports),
});

/** A run: one agent in one game, and its turns. */
export class RunRoom extends AnyRun<RunState, GridRun> implements GridApi {
  /** The server of a remote game is being told, or was, that the run is over. */
  #isEnding = false;

  constructor(ctx: DurableObjectState, env: Env) {
    const remote = remoteGames(env);
    const drive = remote && ((game: string) => this.#watchSession(remote(game)));
    super(ctx, env, engineFor({ builtin: GAMES, remote: drive }));
    this.core.onMoved = (state) => {
      if (state.status === 'finished') this.#endGame(state);
    };
  }

  async create(address: Address, body: CreateRun, receipt: Receipt | null): Promise<Result<GridRun>> {
    // It was made before: whether its game can be played still, the same request gets the same answer.
    const made = this.core.made<GridRun>(receipt);
    if (made) return made;
    const fits = checkRunBody(body, 'grid');
    if (!fits.ok) return fits;
    const { model, arc } = readConfig(this.env);
    const game = await findGame(body.game, arc);
    if (!game.ok) return game;
    const { id, title } = game.value;
    return this.make(address, { body: { ...body, game: id }, title }, receipt, (args) =>
      runCreated({
        ...args,
        profiles: {
          explorer: resolveProfile(body.profiles?.explorer, model),
          analyst: resolveProfile(body.profiles?.analyst, model),
        },
      }),
    );
  }

  async observe(body: PostObservation, receipt: Receipt | null): Promise<Result<ObservationTaken>> {
    // What reads pictures is loaded when the first one comes.
    const readPng =
      body.png === undefined
        ? undefined
        : (await import('../src/engines/grid/picture/read-png')).readFramePng;
    return this.core.accept(receipt, (state) => takeObservation(state, body, readPng), observationView);
  }

  async turn(n: number): Promise<Result<TurnView>> {
    const events = this.turnEvents(n);
    return events.ok ? ok(turnView(events.value)) : events;
  }

  async frame(n: number): Promise<Result<string>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    for (const event of opened.value.ledger.walk()) {
      if (event.kind === 'frame.captured' && event.payload.n === n) return ok(String(event.payload.cells));
    }
    return fail({ code: 'not_found', what: 'frame', id: String(n) });
  }

  async objects(n: number, since: number | null): Promise<Result<FrameObjects>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const cells = await this.frame(n);
    if (!cells.ok) return cells;
    const earlier = since === null ? null : await this.frame(since);
    if (earlier && !earlier.ok) return earlier;
    const before = earlier && since !== null ? { n: since, cells: earlier.value } : null;
    return ok(viewObjects({ n, cells: cells.value }, before, maskOf(opened.value.state)));
  }

  async tryMoves(from: number, moves: string): Promise<Result<Tried>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { state, ledger } = opened.value;
    return tryMoves({ game: state.config.game, games: GAMES }, { from, moves }, ledger.walk());
  }

  async knowledge(): Promise<Result<KnowledgeReading>> {
    return this.readAll((state, events) => knowledgeView(readRecord(state, events)));
  }

  async report(): Promise<Result<Report>> {
    return this.readAll((state, events) => ({
      markdown: reportMarkdown(readRecord(state, events)),
      provider: runView(state).provider,
    }));
  }

  async reportPage(): Promise<Result<string>> {
    return this.readAll((state, events) => reportHtml(readRecord(state, events)));
  }

  async replay(query: { after: number; limit: number }): Promise<Result<ReplayPage>> {
    return this.readAll((_, events) => replayPage(events, query));
  }

  async digest(): Promise<Result<RunDigest>> {
    return this.readAll(digestRun);
  }

  async compare(other: string): Promise<Result<Comparison>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { tenant } = opened.value.address;
    const own = await this.digest();
    if (!own.ok) return own;
    const stub = this.sibling(`${tenant}/${other}`) as unknown as GridApi;
    const theirs: Result<RunDigest> = await stub.digest();
    return theirs.ok ? ok(compareRuns(own.value, theirs.value)) : theirs;
  }

  /** As in any room, and what the call was about: the action, the pictures, the state before and after. */
  override async readCall(turn: number, n: number): Promise<Result<CallRecord>> {
    const call = await super.readCall(turn, n);
    if (!call.ok) return call;
    return this.readAll((_, events) => ({ ...call.value, run: callContext(events, call.value) }));
  }

  protected readonly kind = 'grid';

  protected view(state: RunState): GridRun {
    return runView(state);
  }

  protected siblings(): DurableObjectNamespace {
    return this.env.RUNS;
  }

  protected filesOf(events: Event[], calls: CallRecord[]): Iterable<ExportFile> {
    return exportRun(events, calls);
  }

  override async erase(): Promise<Result<null>> {
    this.core.look(({ state }) => this.#endGame(state));
    return super.erase();
  }

  /**
   * Lets go of what a remote server keeps for a run that is over, once, whatever ended it. Nobody waits for it: a server
   * that takes its time holds up no run.
   */
  #endGame({ config, game }: RunState): void {
    const { sql } = this.ctx.storage;
    if (this.#isEnding || readMeta(sql, 'game_ended') === '1') return;
    const driver = sourceOf(config.game) === 'arc3' ? remoteGames(this.env)?.(config.game) : undefined;
    if (!driver?.end || !game) return;
    this.#isEnding = true;
    const ended = driver.end(game.snapshot).then(() => {
      // A run that was erased meanwhile keeps nothing.
      if (this.core.open().ok) writeMeta(sql, 'game_ended', '1');
    });
    this.ctx.waitUntil(ended);
  }

  /** A session that is opened for a run that ended meanwhile is in no ledger: it is let go at once. */
  #watchSession(driver: GameDriver): GameDriver {
    return {
      ...driver,
      begin: async (snapshot) => {
        const outcome = await driver.begin(snapshot);
        const opened = this.core.open();
        const isOver = !opened.ok || opened.value.state.status === 'finished';
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
 * The game that a run is to be created with, by its full id. Whether the remote service has it is asked now, rather than
 * by turns that are paid for.
 */
async function findGame(id: string, arc: Config['arc']): Promise<Result<{ id: string; title: string }>> {
  const title = findTitle(id, { remote: arc !== null });
  if (!title.ok) return title;
  if (!arc || !isRemoteGame(id)) return ok({ id, title: title.value });
  const listed = await listRemoteGames({ ...arc, sleep });
  const found = listed.ok ? findRemoteGame(id, listed.value) : listed;
  return found.ok ? ok({ id: found.value.id, title: found.value.id.slice(REMOTE_PREFIX.length) }) : found;
}

/** How long the server of a remote game may take for an answer. */
const ARC_TIMEOUT_MS = 30_000;

/** Games of the ARC-AGI-3 service, where the operator has a key for it. */
function remoteGames(env: Env): GamePorts['remote'] {
  const { arc } = readConfig(env);
  if (!arc) return null;
  const client = connectArc(arc, ARC_TIMEOUT_MS, sleep);
  return (game) => driveArc(client, game.slice(REMOTE_PREFIX.length));
}
