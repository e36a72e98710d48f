import type { Receipt } from '../src/api/access';
import type { SceneChange } from '../src/api/change-scene';
import type { NewScene } from '../src/api/create-scene';
import type { Memory, MemoryPort } from '../src/api/memories';
import type { StartAutonomy } from '../src/api/pace';
import { fail, ok, type Result } from '../src/api/problems';
import type { AuditEntry, Round, RoundRetried, Telemetry, TurnAccepted, TurnInput } from '../src/api/rounds';
import type { CallOn, EditedLine, EditLine, ForkScene, Scene, SceneSeen } from '../src/api/scenes';
import type {
  AcceptSeat,
  ChangeSeat,
  CreateSeat,
  NewSeat,
  NoteWritten,
  RenewSeat,
  SeatAccepted,
  SeatRole,
  SeatView,
  WriteNote,
} from '../src/api/seats';
import { sha256 } from '../src/base/hash';
import type { JsonObject } from '../src/base/json';
import { SHARES } from '../src/base/limits';
import { showCost } from '../src/billing/prices';
import { readConfig } from '../src/config';
import { startAutonomy, stopAutonomy } from '../src/engines/scene/autonomy';
import { payingSeat } from '../src/engines/scene/budgets';
import { callNext, cancelRound, editLine, regenerateLine, rollBack } from '../src/engines/scene/by-hand';
import { findLine } from '../src/engines/scene/find-line';
import { findForkPoint, forkPast, laterByHand } from '../src/engines/scene/fork';
import { revealLines } from '../src/engines/scene/hidden-lines';
import { reduceScene } from '../src/engines/scene/reduce';
import { playRound, ROUND_STEPS } from '../src/engines/scene/round/round';
import { readTelemetry } from '../src/engines/scene/round/telemetry';
import { actorOf, turnOfSeat, typist, writeNote } from '../src/engines/scene/seats';
import { changeEvents } from '../src/engines/scene/setup/change';
import { sceneCreated } from '../src/engines/scene/setup/create';
import { mergeTemplate } from '../src/engines/scene/setup/templates';
import { readSocketMessage, socketReceipt } from '../src/engines/scene/socket-messages';
import { isUndone, type SceneState, type Seat, sceneStatus } from '../src/engines/scene/state';
import { isOver } from '../src/engines/scene/table/state';
import { refuseFinished, turnEvents } from '../src/engines/scene/turns';
import {
  acceptedView,
  retriedView,
  sceneSeen,
  sceneView,
  showRound,
  turnAcceptedView,
} from '../src/engines/scene/views';
import { type EventDraft, OWNER, type Viewer } from '../src/events/events';
import { checkSceneProfiles, resolveProfileChanges, resolveProfiles } from '../src/model/profiles';
import type { Address, ExportFile, SceneApi, ScenePast } from '../src/room/rpc';
import { makeMemoryPort, worldStub } from './lib/memories/memory-port';
import type { RoomEngine } from './lib/room/engine';
import { pageOfPast, readPast } from './lib/room/fork';
import { withinRow } from './lib/room/ledger';
import type { Life } from './lib/room/life';
import { Room } from './lib/room/room';
import { readMeta } from './lib/room/schema';
import { budgetsOfScene } from './lib/scene/scene-budgets';
import { exportScene } from './lib/scene/scene-export';
import { ScenePace } from './lib/scene/scene-pace';
import { pageOfAudit, pageOfRounds } from './lib/scene/scene-pages';
import { SEAT_OVER, SeatManager } from './lib/seats/seat-manager';
import { Typists } from './lib/seats/typists';
import { roomStub } from './lib/stubs';

type SceneLife = Life<SceneState>;

/** What storing a line or a note costs a seat, in characters. */
const costOf = (said: object): number =>
  SHARES.written + ('text' in said && typeof said.text === 'string' ? said.text.length : 0);

const makeEngine = (memory: MemoryPort, pace: ScenePace): RoomEngine<SceneState> => ({
  kind: 'scene',
  unit: 'round',
  stepNames: ROUND_STEPS,
  rollsBack: true,
  reduce: reduceScene,
  stateVersion: 8,
  next: (state) => pace.next(state),
  nextAt: (state, now) => pace.nextAt(state, now),
  due: (state) => pace.due(state),
  opening: revealLines,
  seed: (state) => state.dice,
  again: (state, n) =>
    n === state.rounds && !state.open && !isUndone(state, n) && (state.status === 'open' || isOver(state)),
  status: sceneStatus,
  world: (state) => state.memory.world,
  budgets: budgetsOfScene,
  seat: (state) => payingSeat(state, Date.now()),
  play: (ctx) => playRound(ctx, memory),
});

/** A scene: a cast, its players and their rounds. */
export class SceneRoom extends Room<SceneState> implements SceneApi {
  readonly #memory: MemoryPort;
  readonly #seats: SeatManager;
  readonly #typists: Typists;

  constructor(ctx: DurableObjectState, env: Env) {
    const tenant = () => readMeta(ctx.storage.sql, 'tenant') ?? '';
    const memory = makeMemoryPort(env, tenant, (...asked) => this.core.embed(...asked));
    const typists = new Typists();
    super(ctx, env, makeEngine(memory, new ScenePace(typists)));
    this.#memory = memory;
    this.#typists = typists;
    this.#seats = new SeatManager(this.core, ctx.storage.sql);
    this.core.timers = this.#seats.timers;
  }

  async create(address: Address, body: NewScene, receipt: Receipt | null): Promise<Result<Scene>> {
    const merged = mergeTemplate(body);
    if (!merged.ok) return merged;
    const whole = merged.value;
    const errors = checkSceneProfiles(whole.profiles);
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const profiles = resolveProfiles(whole.profiles, readConfig(this.env).model);
    // Its dice are its own: what is dealt in a game does not follow from an id that everyone knows.
    const seed = whole.seed ?? crypto.randomUUID();
    // Rounds tell everyone their seed: nothing that was dealt may follow from it.
    const dice = (await sha256(`dice of ${seed}`)).slice(0, 32);
    const first = () =>
      withinRow(sceneCreated({ id: address.id, body: whole, profiles, seed, dice }), 'scene');
    return this.core.create(address, receipt, first, sceneView);
  }

  async read(): Promise<Result<Scene>> {
    return this.core.look(({ state }) => sceneView(state));
  }

  async change(body: SceneChange): Promise<Result<Scene>> {
    const errors = checkSceneProfiles(body.profiles);
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const profiles = resolveProfileChanges(body.profiles ?? {}, readConfig(this.env).model);
    const decide = (state: SceneState) => withinRow(changeEvents(state, body, profiles), 'change');
    return this.core.accept(null, decide, sceneView);
  }

  async look(viewer: Viewer): Promise<Result<SceneSeen>> {
    const asked = this.#askedBy(viewer);
    if (!asked.ok) return asked;
    const { state, seat } = asked.value;
    return seat ? ok(sceneSeen(state, seat)) : fail(SEAT_OVER);
  }

  async turn(
    body: TurnInput,
    receipt: Receipt | null,
    viewer: Viewer = OWNER,
  ): Promise<Result<TurnAccepted>> {
    const asked = this.#askedBy(viewer);
    if (!asked.ok) return asked;
    const { seat } = asked.value;
    const allowed = seat ? turnOfSeat(seat, body) : ok(body);
    if (!allowed.ok) return allowed;
    const from = receipt?.hops === undefined ? (viewer.owner ? 'owner' : 'seat') : 'hook';
    const decide = (state: SceneState): Result<EventDraft[]> => {
      const events = turnEvents(state, allowed.value, from);
      if (!events.ok) return events;
      const may = this.draw('written', viewer, costOf(allowed.value));
      if (!may.ok) return may;
      const [input] = events.value;
      // Whoever speaks has stopped typing.
      if (input) this.#typists.drop(input.actor);
      return events;
    };
    return this.core.accept(receipt, decide, (state, [input]) => turnAcceptedView(state, input?.seq ?? 0));
  }

  async note({ text }: WriteNote, receipt: Receipt | null, viewer: Viewer): Promise<Result<NoteWritten>> {
    const asked = this.#askedBy(viewer);
    if (!asked.ok) return asked;
    const decide = (state: SceneState): Result<EventDraft[]> => {
      const note = writeNote(state, asked.value.seat, text);
      const may = note.ok ? this.draw('written', viewer, costOf({ text })) : note;
      return may.ok ? note : may;
    };
    return this.core.accept(receipt, decide, (_, [event]) => ({ seq: event?.seq ?? 0, text }));
  }

  async createSeat(body: CreateSeat, receipt: Receipt | null): Promise<Result<NewSeat>> {
    return this.#seats.create(body, receipt);
  }

  async renewSeat(seat: string, body: RenewSeat, receipt: Receipt | null): Promise<Result<NewSeat>> {
    return this.#seats.renew(seat, body, receipt);
  }

  async acceptSeat(body: AcceptSeat, receipt: Receipt | null): Promise<Result<SeatAccepted>> {
    return this.#seats.accept(body, receipt);
  }

  async listSeats(): Promise<Result<SeatView[]>> {
    return this.#seats.list();
  }

  async changeSeat(seat: string, body: ChangeSeat): Promise<Result<SeatView>> {
    return this.#seats.change(seat, body);
  }

  async revokeSeat(seat: string): Promise<Result<SeatView>> {
    return this.#seats.revoke(seat);
  }

  async verifySeat(hash: string): Promise<{ seat: string; role: SeatRole } | null> {
    return this.#seats.verify(hash);
  }

  async retry(n: number, receipt: Receipt | null): Promise<Result<RoundRetried>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { state } = opened.value;
    if (state.status === 'finished' && !isOver(state)) return refuseFinished(state);
    return this.core.retry(n, receipt, [], retriedView);
  }

  async cancel(receipt: Receipt | null): Promise<Result<Scene>> {
    return this.core.accept(receipt, cancelRound, sceneView);
  }

  async startAutonomy(body: StartAutonomy, receipt: Receipt | null): Promise<Result<Scene>> {
    const decide = (state: SceneState, { meter }: SceneLife) =>
      startAutonomy(state, body, showCost(meter.settled));
    return this.core.accept(receipt, decide, sceneView);
  }

  async stopAutonomy(): Promise<Result<Scene>> {
    return this.core.accept(null, (state) => ok(stopAutonomy(state)), sceneView);
  }

  async callNext(body: CallOn, receipt: Receipt | null): Promise<Result<Scene>> {
    return this.core.accept(receipt, (state) => callNext(state, body), sceneView);
  }

  async editLine(seq: number, body: EditLine): Promise<Result<EditedLine>> {
    const decide = (state: SceneState, { ledger }: SceneLife) =>
      editLine(state, findLine(state, ledger, seq), body.text);
    return this.core.accept(null, decide, (_, [edited]) => ({
      seq,
      actor: edited?.actor ?? '',
      text: body.text,
    }));
  }

  async regenerateLine(seq: number, receipt: Receipt | null): Promise<Result<TurnAccepted>> {
    const decide = (state: SceneState, { ledger }: SceneLife) =>
      regenerateLine(state, findLine(state, ledger, seq));
    return this.core.accept(receipt, decide, (state, [event]) => acceptedView(state, event?.seq ?? 0));
  }

  async rollBack(n: number, receipt: Receipt | null): Promise<Result<Scene>> {
    const decide = (state: SceneState, { ledger, snapshots }: SceneLife) => {
      const at = (round: number) => {
        const start = ledger.ofRound(round).find((event) => event.kind === 'round.started');
        const before = start && snapshots.stateAt(start.seq - 1);
        return before ? { before, startSeq: start.seq } : null;
      };
      return withinRow(rollBack(state, n, at), 'world of the scene');
    };
    const back = this.core.accept(receipt, decide, sceneView);
    if (back.ok) this.ctx.waitUntil(this.#forget());
    return back;
  }

  async fork(
    address: Address,
    source: string,
    body: ForkScene,
    receipt: Receipt | null,
  ): Promise<Result<Scene>> {
    // It was made before: whatever has become of its source, the same request gets the same answer.
    const made = this.core.made<Scene>(receipt);
    if (made) return made;
    const stub = roomStub<SceneApi>(this.env, address.tenant, source);
    const pages = await readPast<ScenePast>((after, before) =>
      stub.past(before?.round ?? body.round ?? null, after),
    );
    if (!pages.ok) return pages;
    const past = pages.value.flatMap(({ events }) => events);
    const later = pages.value.flatMap((page) => page.later);
    const round = pages.value.at(-1)?.round;
    const fork = forkPast(address.id, { past, later, round: round ?? 0 }, body);
    return this.core.create(address, receipt, () => ok(fork.first), sceneView, fork.past);
  }

  async past(round: number | null, after: number): Promise<Result<ScenePast>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { ledger, state } = opened.value;
    const point = findForkPoint(state, round, (n) => ledger.ofRound(n));
    if (!point.ok) return point;
    const page = pageOfPast(ledger, after, point.value.seq);
    const isEnd = page.next === null;
    const later = isEnd ? laterByHand(state, point.value, ledger.walk(point.value.seq + 1)) : [];
    return ok({ ...page, round: point.value.round, later });
  }

  async audit(query: {
    before: number | null;
    limit: number;
  }): Promise<Result<{ items: AuditEntry[]; next: string | null }>> {
    return this.core.look(({ ledger }) => pageOfAudit(ledger, query));
  }

  async telemetry(): Promise<Result<Telemetry>> {
    return this.core.look(({ ledger }) => readTelemetry(ledger.walkBack()));
  }

  async rounds(
    query: { before: number | null; limit: number },
    viewer: Viewer = OWNER,
  ): Promise<Result<{ items: Round[]; next: string | null }>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const eyes = this.eyes(viewer);
    if (!eyes.ok) return eyes;
    const { ledger, state } = opened.value;
    return ok(pageOfRounds(state, ledger, query, eyes.value));
  }

  async round(n: number, viewer: Viewer = OWNER): Promise<Result<Round>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const eyes = this.eyes(viewer);
    if (!eyes.ok) return eyes;
    const { ledger, state } = opened.value;
    if (n < 1 || n > state.rounds) return fail({ code: 'not_found', what: 'round', id: String(n) });
    return ok(showRound(state, ledger.ofRound(n), n, eyes.value));
  }

  async memories(query: {
    character?: string;
    before: number | null;
    limit: number;
  }): Promise<Result<{ items: Memory[]; next: string | null }>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { address, state } = opened.value;
    const world = worldStub(this.env, address.tenant, state.memory.world);
    // What was taken back is forgotten with the next round that is remembered.
    return world.list({ ...query, scene: address.id, without: state.forget });
  }

  /** `{type: "turn", ref?, key?, input}` → `{type: "accepted" | "problem", ref?, …}`; `{type: "typing"}` has no answer. */
  protected async onMessage(
    viewer: Viewer,
    message: JsonObject,
    socket: WebSocket,
  ): Promise<Result<JsonObject | null>> {
    const asked = readSocketMessage(viewer, message);
    if (!asked.ok) return asked;
    if (asked.value.type === 'typing') return this.#typing(viewer, asked.value, socket);
    const receipt = socketReceipt(viewer, asked.value);
    const result = await this.turn(asked.value.input, receipt, viewer);
    return result.ok ? ok({ type: 'accepted', ...result.value }) : result;
  }

  protected override eyes(viewer: Viewer): Result<Viewer> {
    return this.#seats.eyes(viewer);
  }

  protected override onOpened(viewer: Viewer): void {
    this.#seats.opened(viewer);
  }

  protected override onClosed(viewer: Viewer): void {
    const seat = this.#seats.seatOf(viewer);
    const isGone = viewer.seat !== undefined && this.core.sockets.ofSeat(viewer.seat).length === 0;
    if (isGone && seat.ok && seat.value) this.#typists.drop(actorOf(seat.value));
    this.#seats.closed(viewer);
  }

  /** The scene as it is now, and the seat of who asks; null: the owner's, or none. A failure when it is over. */
  #askedBy(viewer: Viewer): Result<{ state: SceneState; seat: Seat | null }> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const seat = this.#seats.seatOf(viewer);
    return seat.ok ? ok({ state: opened.value.state, seat: seat.value }) : seat;
  }

  /** Tell the others that somebody is typing, or has stopped; too often, and it is not told. */
  #typing(
    viewer: Viewer,
    { on, personaId }: { on: boolean; personaId?: string | undefined },
    socket: WebSocket,
  ): Result<null> {
    const asked = this.#askedBy(viewer);
    if (!asked.ok) return asked;
    const typing = typist(asked.value.state, asked.value.seat, personaId);
    if (!typing.ok) return typing;
    const persona = typing.value;
    const actor = persona ? `persona:${persona.id}` : 'system';
    const now = Date.now();
    if (persona && on) this.#typists.add(actor, now);
    if (persona && !on) this.#typists.drop(actor);
    // What was held back for it may begin.
    if (!on) this.core.kick();
    if (!this.#typists.tells(actor, on, now)) return ok(null);
    const name = persona?.name ?? '';
    this.core.sockets.broadcastTransient({ type: 'typing', actor, name, on, audience: ['*'] }, socket);
    return ok(null);
  }

  /** Have the world forget what was taken back, for other scenes of it; at the latest the next round does. */
  async #forget(): Promise<void> {
    const opened = this.core.open();
    if (!opened.ok) return;
    const { id, memory, forget, rounds } = opened.value.state;
    if (forget.length === 0) return;
    await this.#memory
      .remember({ ...memory, scene: id, round: rounds, forget, memories: [] })
      .catch((error: unknown) => console.warn('forget: will try again', String(error)));
  }

  protected async *exportFiles(): AsyncGenerator<ExportFile> {
    const opened = this.core.open();
    if (!opened.ok) return;
    const { state, ledger } = opened.value;
    yield* exportScene(state, ledger, (n) => this.bundle(n));
  }
}
