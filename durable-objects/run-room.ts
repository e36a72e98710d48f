import { readConfig } from '../src/config';
import type { Receipt } from '../src/contract/access';
import type { CallRecord } from '../src/contract/calls';
import type { Event, EventDraft } from '../src/contract/events';
import { type JsonObject, toJsonObject } from '../src/contract/json';
import type { ObservationTaken, PostObservation } from '../src/contract/observations';
import { fail, ok, type Result } from '../src/contract/problems';
import type { Address, ExportFile, RunApi, RunPast } from '../src/contract/rooms';
import type {
  ChangeRun,
  Comparison,
  CreateRun,
  ForkRun,
  KnowledgeReading,
  ReplayPage,
  Report,
  Run,
  RunControlled,
  RunDigest,
  TurnView,
} from '../src/contract/runs';
import { callContext } from '../src/explore/call-context';
import { compareRuns, digestRun } from '../src/explore/compare';
import { decideControl, type Verb } from '../src/explore/control';
import { readRecord } from '../src/explore/evidence';
import { exportRun } from '../src/explore/export';
import { findForkPoint, forkPast } from '../src/explore/fork';
import { observationView, takeObservation } from '../src/explore/observe';
import { replayPage } from '../src/explore/replay';
import { reportMarkdown } from '../src/explore/report';
import { reportHtml } from '../src/explore/report-html';
import { type RunState, reduceRun, runCreated, waitsForObservation, wantsTurn } from '../src/explore/state';
import { playTurn, TURN_STEPS } from '../src/explore/turn';
import { knowledgeView, runView, turnView } from '../src/explore/views';
import { connectArc } from '../src/games/arc3/connect';
import { driveArc } from '../src/games/arc3/driver';
import { findTitle, GAMES } from '../src/games/catalog';
import { type GamePorts, REMOTE_PREFIX, sourceOf } from '../src/games/driver';
import { callRecord } from '../src/logs/call-record';
import { checkProfiles, resolveProfile } from '../src/model/profiles';
import { hideSealed } from '../src/sealed';
import type { RoomEngine } from './lib/engine';
import { pageOfPast, readPast } from './lib/fork';
import { invalid, Room } from './lib/room';

const engineFor = (ports: GamePorts): RoomEngine<RunState> => ({
  kind: 'run',
  unit: 'turn',
  stepNames: TURN_STEPS,
  rollsBack: false,
  reduce: reduceRun,
  stateVersion: 2,
  next: (state) => (wantsTurn(state) ? [] : null),
  seed: (state) => state.config.seed,
  status: (state) => (state.failed ? 'failed' : state.status),
  waits: waitsForObservation,
  play: (stage) => playTurn(stage, ports),
});

/** A run: one agent in one game, and its turns. */
export class RunRoom extends Room<RunState> implements RunApi {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, engineFor({ builtin: GAMES, remote: remoteGames(env) }));
  }

  async create(address: Address, body: CreateRun, receipt: Receipt | null): Promise<Result<Run>> {
    const game = findTitle(body.game, { remote: readConfig(this.env).arc !== null });
    if (!game.ok) return game;
    const errors = checkProfiles(body.profiles, []);
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const defaults = readConfig(this.env).model;
    const profiles = {
      explorer: resolveProfile(body.profiles?.explorer, defaults),
      analyst: resolveProfile(body.profiles?.analyst, defaults),
    };
    const title = body.title ?? game.value;
    const created = runCreated({ id: address.id, title, body, profiles, seed: body.seed ?? address.id });
    const drafts: EventDraft[] = body.start
      ? [created, { kind: 'run.started', actor: 'system', payload: { steps: null } }]
      : [created];
    return this.core.create(address, receipt, () => ok(drafts), runView);
  }

  async read(): Promise<Result<Run>> {
    return this.#view(runView);
  }

  async change(body: ChangeRun): Promise<Result<Run>> {
    const decide = (): Result<EventDraft[]> =>
      ok([{ kind: 'run.changed', actor: 'system', payload: toJsonObject(body) }]);
    return this.core.accept(null, decide, runView);
  }

  async control(verb: Verb, receipt: Receipt | null): Promise<Result<RunControlled>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { failed } = opened.value.state;
    if (failed && (verb === 'resume' || verb === 'start' || verb === 'step')) {
      const payload = { steps: verb === 'step' ? 1 : null };
      const resumed: EventDraft = { kind: 'run.resumed', actor: 'system', payload };
      return this.core.retry(failed.open.n, receipt, [resumed], controlled);
    }
    const done = this.core.accept(receipt, (state) => decideControl(state, verb), controlled);
    if (verb === 'stop' && done.ok) this.#letGo();
    return done;
  }

  async observe(body: PostObservation, receipt: Receipt | null): Promise<Result<ObservationTaken>> {
    return this.core.accept(receipt, (state) => takeObservation(state, body), observationView);
  }

  async fork(address: Address, source: string, body: ForkRun, receipt: Receipt | null): Promise<Result<Run>> {
    // It was made before: whatever has become of its source, the same request gets the same answer.
    if (this.core.open().ok) return this.core.create(address, receipt, () => ok([]), runView);
    const name = this.env.RUNS.idFromName(`${address.tenant}/${source}`);
    const stub = this.env.RUNS.get(name) as unknown as RunApi;
    const pages = await readPast<RunPast>((after, before) =>
      stub.past(before?.turn ?? body.turn ?? null, after),
    );
    if (!pages.ok) return pages;
    const past = pages.value.flatMap(({ events }) => events);
    const turn = pages.value.at(-1)?.turn;
    const fork = forkPast(address.id, { past, turn: turn ?? 0 }, body);
    return this.core.create(address, receipt, () => ok(fork.first), runView, fork.past);
  }

  async past(turn: number | null, after: number): Promise<Result<RunPast>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { ledger, state } = opened.value;
    const point = findForkPoint(state, turn, (n) => ledger.ofRound(n));
    if (!point.ok) return point;
    return ok({ ...pageOfPast(ledger, after, point.value.seq), turn: point.value.turn });
  }

  async turn(n: number): Promise<Result<TurnView>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { ledger, state } = opened.value;
    if (n < 1 || n > state.rounds) return fail({ code: 'not_found', what: 'turn', id: String(n) });
    return ok(turnView(ledger.ofRound(n)));
  }

  async frame(n: number): Promise<Result<string>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    for (const event of opened.value.ledger.walk()) {
      if (event.kind === 'frame.captured' && event.payload.n === n) return ok(String(event.payload.cells));
    }
    return fail({ code: 'not_found', what: 'frame', id: String(n) });
  }

  async knowledge(): Promise<Result<KnowledgeReading>> {
    return this.#read((state, events) => knowledgeView(readRecord(state, events)));
  }

  async report(): Promise<Result<Report>> {
    return this.#read((state, events) => ({
      markdown: reportMarkdown(readRecord(state, events)),
      provider: runView(state).provider,
    }));
  }

  async reportPage(): Promise<Result<string>> {
    return this.#read((state, events) => reportHtml(readRecord(state, events)));
  }

  async replay(query: { after: number; limit: number }): Promise<Result<ReplayPage>> {
    return this.#read((_, events) => replayPage(events, query));
  }

  async digest(): Promise<Result<RunDigest>> {
    return this.#read(digestRun);
  }

  async compare(other: string): Promise<Result<Comparison>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { tenant } = opened.value.address;
    const own = await this.digest();
    if (!own.ok) return own;
    const stub = this.env.RUNS.get(this.env.RUNS.idFromName(`${tenant}/${other}`)) as unknown as RunApi;
    const theirs: Result<RunDigest> = await stub.digest();
    return theirs.ok ? ok(compareRuns(own.value, theirs.value)) : theirs;
  }

  /** As in any room, and what the call was about: the action, the pictures, the state before and after. */
  override async readCall(turn: number, n: number): Promise<Result<CallRecord>> {
    const call = await super.readCall(turn, n);
    if (!call.ok) return call;
    return this.#read((_, events) => ({ ...call.value, run: callContext(events, call.value) }));
  }

  protected async onMessage(): Promise<Result<JsonObject>> {
    const message = 'a run takes no messages but "ping": POST to /start, /pause, /resume, /step or /stop';
    return fail(invalid('/type', message));
  }

  protected async *exportFiles(): AsyncGenerator<ExportFile> {
    const opened = this.core.open();
    if (!opened.ok) return;
    const { state, ledger } = opened.value;
    const calls = [];
    for (let n = 1; n <= state.rounds; n += 1) {
      const steps = (await this.bundle(n))?.steps ?? [];
      calls.push(...steps.map((step) => callRecord(state.id, step)));
    }
    yield* exportRun([...ledger.walk()].map(hideSealed), calls);
  }

  /** A run that was stopped leaves nothing open on a remote server. */
  #letGo(): void {
    const opened = this.core.open();
    if (!opened.ok) return;
    const { config, game } = opened.value.state;
    const remote = sourceOf(config.game) === 'arc3' ? remoteGames(this.env) : null;
    const driver = remote?.(config.game);
    if (driver?.end && game) this.ctx.waitUntil(driver.end(game.snapshot));
  }

  /** What is made of the whole ledger. */
  #read<T>(read: (state: RunState, events: Event[]) => T): Result<T> {
    const opened = this.core.open();
    return opened.ok ? ok(read(opened.value.state, [...opened.value.ledger.walk()])) : opened;
  }

  #view<T>(view: (state: RunState) => T): Result<T> {
    const opened = this.core.open();
    return opened.ok ? ok(view(opened.value.state)) : opened;
  }
}

/** How long the server of a remote game may take for an answer. */
const ARC_TIMEOUT_MS = 30_000;

/** Games of the ARC-AGI-3 service, where the operator has a key for it. */
function remoteGames(env: Env): GamePorts['remote'] {
  const { arc } = readConfig(env);
  if (!arc) return null;
  const client = connectArc(arc, ARC_TIMEOUT_MS, (ms) => new Promise((done) => setTimeout(done, ms)));
  return (game) => driveArc(client, game.slice(REMOTE_PREFIX.length));
}

const controlled = (state: RunState): RunControlled => ({
  id: state.id,
  status: state.status,
  turns: state.rounds,
});
