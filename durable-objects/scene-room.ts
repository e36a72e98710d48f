import { DEMO, DEMO_TENANT } from '../src/base/demo';
import { errorMessage } from '../src/base/error-message';
import { sha256 } from '../src/base/hash';
import type { JsonObject } from '../src/base/json';
import { SHARES } from '../src/base/limits';
import { sleep } from '../src/base/sleep';
import { readLimits, showCost, toNanos } from '../src/billing/prices';
import type { RoomBudgets } from '../src/billing/shortage';
import { readConfig } from '../src/config';
import type { Receipt } from '../src/contract/access';
import type { SceneChange } from '../src/contract/change-scene';
import type { NewScene } from '../src/contract/create-scene';
import type { Viewer } from '../src/contract/events/events';
import { liveEvents } from '../src/contract/events/fold/undone';
import type { MemoryPort } from '../src/contract/memories';
import { type Failure, fail, ok, type Result } from '../src/contract/problems';
import type { ForkScene, Scene, SceneSeen } from '../src/contract/scenes';
import type { AcceptSeat, SeatAccepted } from '../src/contract/seats';
import type {
  ImportedScene,
  ImportReport,
  TranscriptFormat,
  TranscriptPiece,
} from '../src/contract/transcripts';
import {
  checkSceneProfiles,
  type ModelDefaults,
  resolveProfileChanges,
  resolveProfiles,
} from '../src/model/profiles';
import { checkProviders, checkRequests } from '../src/model/provider-names';
import { withinRow } from '../src/room/row-limit';
import type {
  Address,
  ChatImport,
  ExportFile,
  InvitationSeen,
  LedgerFile,
  SceneApi,
  ScenePast,
  SeatOpened,
  SeatTaken,
} from '../src/room/rpc';
import { SCENE_ACTIONS } from '../src/scene/actions';
import { roundOfLine } from '../src/scene/actions/lines';
import type { ActionScene } from '../src/scene/actions/scene-room';
import { autonomyBudget } from '../src/scene/autonomy';
import { findForkPoint, forkPast, laterOwnerActions } from '../src/scene/fork';
import { glanceAtScene } from '../src/scene/glance';
import { revealLines } from '../src/scene/hidden-lines';
import { reduceScene } from '../src/scene/reduce';
import { restoreScene } from '../src/scene/restore';
import { inherit, reviseMemories } from '../src/scene/round/memories';
import { playRound, ROUND_STEPS } from '../src/scene/round/round';
import { actorOf, payingSeat, typist } from '../src/scene/seats';
import { changeEvents } from '../src/scene/setup/change';
import { sceneCreated } from '../src/scene/setup/create';
import { fillTexts } from '../src/scene/setup/fill-texts';
import { mergeTemplate } from '../src/scene/setup/templates';
import { readTyping } from '../src/scene/socket-messages';
import { isUndone, type SceneState, type Seat, sceneStatus } from '../src/scene/state';
import { isOver } from '../src/scene/table/state';
import { headOf, readTranscript, type TranscriptEntry } from '../src/scene/transcript/entries';
import { nameAsked, sceneSeen, sceneView } from '../src/scene/views';
import { makeMemoryPort, type SceneMemory } from './lib/memories/memory-port';
import { roomDeps } from './lib/room/deps';
import type { RoomEngine } from './lib/room/engine';
import { pageOfPast, readLedgerFile, readPast } from './lib/room/fork';
import { Room } from './lib/room/room';
import { readMeta, writeMeta } from './lib/room/schema';
import { knownProviders } from './lib/room/tenant-providers';
import { exportScene } from './lib/scene/scene-export';
import { ScenePace } from './lib/scene/scene-pace';
import { SEAT_OVER, SeatManager } from './lib/seats/seat-manager';
import { Typists } from './lib/seats/typists';
import { roomStub, worldStub } from './lib/stubs';

/** Answer to whoever plays more in a demo room than a person can. */
const PLAYED_OUT: Failure = {
  code: 'conflict',
  detail: 'This demo room is played out.',
  fix: 'Ask whoever runs the stage for a key.',
};

/** Counts the characters that a line or note takes of its seat's share. */
const costOf = (said: object): number =>
  SHARES.written + ('text' in said && typeof said.text === 'string' ? said.text.length : 0);

/** Returns the budgets of a scene, of each player, and of the scene while it goes on by itself. */
function budgetsOfScene(state: SceneState): RoomBudgets {
  const { perSeat, ...room } = state.budgets;
  const alone = autonomyBudget(state);
  return {
    room: readLimits(room),
    perSeat: readLimits(perSeat),
    autonomy: alone && {
      limits: readLimits(alone.limits),
      from: { ...alone.spent, money: toNanos(alone.spent.money) },
    },
  };
}

/** The answer to an import. */
const viewImported =
  (imported: ImportReport) =>
  (state: SceneState): ImportedScene => ({ ...sceneView(state), imported });

const makeEngine = (memory: MemoryPort, pace: ScenePace): RoomEngine<SceneState> => ({
  kind: 'scene',
  unit: 'round',
  stepNames: ROUND_STEPS,
  rollsBack: true,
  reduce: reduceScene,
  stateVersion: 13,
  next: (state) => pace.next(state),
  nextAt: (state, now) => pace.nextAt(state, now),
  due: (state) => pace.due(state),
  opening: revealLines,
  seed: (state) => state.dice,
  again: (state, n) =>
    n === state.rounds && !state.open && !isUndone(state, n) && (state.status === 'open' || isOver(state)),
  status: sceneStatus,
  answeredBy: ({ profiles }) => nameAsked(profiles),
  glance: glanceAtScene,
  hiddenLines: (state) => state.hiddenLines,
  world: (state) => state.memory.world,
  budgets: budgetsOfScene,
  seat: (state) => payingSeat(state, Date.now()),
  play: (ctx) => playRound(ctx, memory),
});

/** Key of the seq up to which changes of lines are in the memories of the world. */
const REVISED = 'memories_revised';
/** Changed lines whose memories are told again in one request. */
const REVISED_AT_ONCE = 20;

/** Characters of one piece of a transcript: an RPC answer ends at 32 MiB. */
const PIECE_CHARS = 2_000_000;

/** A scene: a cast, its players and their rounds. */
export class SceneRoom extends Room<SceneState> implements SceneApi {
  readonly #memory: SceneMemory;
  readonly #seats: SeatManager;
  readonly #typists: Typists;
  /** Lines of a transcript whose next piece is waited for. */
  #reading: { key: string; entries: TranscriptEntry[] } | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    const tenant = () => readMeta(ctx.storage.sql, 'tenant') ?? '';
    const memory = makeMemoryPort(env, tenant, (...asked) => this.core.embed(...asked));
    const typists = new Typists();
    const recall: MemoryPort['recall'] = async (request) => {
      // No memory tells words that were changed before the round.
      await this.core.jobs.followUps.start();
      const opening = this.core.open();
      if (opening.ok && this.#listUnrevised(opening.value.state).length > 0)
        throw new Error('memories still tell words that were changed');
      return memory.recall(request);
    };
    super(ctx, env, makeEngine({ ...memory, recall }, new ScenePace(typists)));
    this.#memory = memory;
    this.#typists = typists;
    this.#seats = new SeatManager(this.core, ctx.storage.sql);
    this.core.timers = this.#seats.timers;
    this.core.followUp = {
      isDue: (state) => this.#listUnrevised(state).length > 0,
      run: () => this.#reviseMemories(),
    };
  }

  async create(address: Address, body: NewScene, receipt: Receipt | null): Promise<Result<Scene>> {
    // It was made before: whatever has become of its provider, the same request gets the same answer.
    const answer = this.core.made<Scene>(receipt);
    if (answer) return answer;
    const template = mergeTemplate(body);
    if (!template.ok) return template;
    const whole = template.value;
    const defaults = await this.#defaultsOf(address.tenant, whole.profiles);
    if (!defaults.ok) return defaults;
    const profiles = resolveProfiles(whole.profiles, defaults.value);
    // Its dice are its own: what is dealt in a game does not follow from an id that everyone knows.
    const seed = whole.seed ?? crypto.randomUUID();
    // Rounds tell everyone their seed: nothing that was dealt may follow from it.
    const dice = (await sha256(`dice of ${seed}`)).slice(0, 32);
    const now = new Date().toISOString();
    const first = () =>
      withinRow(sceneCreated({ id: address.id, body: whole, profiles, seed, dice, now }), 'scene');
    return this.core.create(address, receipt, first, sceneView);
  }

  async read(): Promise<Result<Scene>> {
    return this.#withStreaming(this.core.look(({ state }) => sceneView(state)));
  }

  /** Adds what the gateway knows of the model that the characters are asked with. */
  async #withStreaming<V extends Pick<Scene, 'streaming'>>(view: Result<V>): Promise<Result<V>> {
    const opening = this.core.open();
    if (!view.ok || !opening.ok) return view;
    const { address, state } = opening.value;
    const { gateway } = roomDeps(this.env);
    return ok({
      ...view.value,
      streaming: await gateway.streaming(address.tenant, state.profiles.character),
    });
  }

  async change(body: SceneChange): Promise<Result<Scene>> {
    const opening = this.core.open();
    if (!opening.ok) return opening;
    const defaults = await this.#defaultsOf(opening.value.address.tenant, body.profiles);
    if (!defaults.ok) return defaults;
    const profiles = resolveProfileChanges(body.profiles ?? {}, defaults.value);
    const decide = (state: SceneState) => withinRow(changeEvents(state, body, profiles), 'change');
    return this.core.accept(null, decide, sceneView);
  }

  /** The defaults that profiles of a tenant build on; `invalid` when a profile contradicts itself or its provider. */
  async #defaultsOf(tenant: string, profiles: SceneChange['profiles']): Promise<Result<ModelDefaults>> {
    const errors = checkSceneProfiles(profiles);
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const { model } = readConfig(this.env);
    const infos = await knownProviders(this.env, tenant, profiles);
    const findings = checkProviders(profiles, infos, model.provider);
    return findings.length > 0 ? fail({ code: 'invalid', errors: findings }) : ok({ ...model, infos });
  }

  async look(viewer: Viewer): Promise<Result<SceneSeen>> {
    const viewerResult = this.#askedBy(viewer);
    if (!viewerResult.ok) return viewerResult;
    const { state, seat } = viewerResult.value;
    return seat ? this.#withStreaming(ok(sceneSeen(state, seat))) : fail(SEAT_OVER);
  }

  async acceptSeat(body: AcceptSeat, receipt: Receipt | null): Promise<Result<SeatAccepted>> {
    return this.#seats.accept(body, receipt);
  }

  async lookAtInvitation(invitation: string): Promise<Result<InvitationSeen>> {
    return this.#seats.lookAt(invitation);
  }

  async verifySeat(hash: string): Promise<SeatOpened | null> {
    return this.#seats.verify(hash);
  }

  async seatOfToken(hash: string): Promise<SeatTaken | null> {
    return this.#seats.ofToken(hash);
  }

  async seatOfPerson(seat: string, acceptedAt: string): Promise<SeatTaken | null> {
    return this.#seats.ofPerson(seat, acceptedAt);
  }

  async openSeat(seat: string, acceptedAt: string): Promise<Result<SeatAccepted>> {
    return this.#seats.openFor(seat, acceptedAt);
  }

  async fork(
    address: Address,
    source: string,
    body: ForkScene,
    receipt: Receipt | null,
  ): Promise<Result<Scene>> {
    // It was made before: whatever has become of its source, the same request gets the same answer.
    const answer = this.core.made<Scene>(receipt);
    if (answer) return answer;
    const stub = roomStub<SceneApi>(this.env, address.tenant, source);
    const past = await readPast<ScenePast>((after, before) =>
      stub.past(before?.round ?? body.round ?? null, after),
    );
    if (!past.ok) return past;
    const { events, later, round } = past.value;
    const fork = forkPast(address.id, { past: events, later, round }, body);
    return this.core.createFrom(address, receipt, fork.past, fork.first, sceneView);
  }

  async past(round: number | null, after: number): Promise<Result<ScenePast>> {
    const opening = this.core.open();
    if (!opening.ok) return opening;
    const { ledger, state } = opening.value;
    const point = findForkPoint(state, round, (n) => ledger.ofRound(n));
    if (!point.ok) return point;
    const page = pageOfPast(ledger, after, point.value.seq);
    const isEnd = page.next === null;
    const later = isEnd ? laterOwnerActions(state, point.value, ledger.walk(point.value.seq + 1)) : [];
    return ok({ ...page, round: point.value.round, later });
  }

  async importChat(
    address: Address,
    { text, base }: ChatImport,
    receipt: Receipt | null,
  ): Promise<Result<ImportedScene>> {
    const answer = this.core.made<ImportedScene>(receipt);
    if (answer) return answer;
    // Only rooms that are made of files read them.
    const { readChatFile } = await import('../src/scene/transcript/chat-file');
    const { chatPast } = await import('../src/scene/transcript/import-chat');
    const chat = readChatFile(text, base.characters?.[0]?.name);
    if (!chat.ok) return chat;
    // Others are served between the steps of a long import.
    await sleep(0);
    const seed = crypto.randomUUID();
    const dice = (await sha256(`dice of ${seed}`)).slice(0, 32);
    const profiles = resolveProfiles(undefined, readConfig(this.env).model);
    const now = new Date().toISOString();
    const pastOfChat = chatPast({ id: address.id, chat: chat.value, base, profiles, seed, dice, now });
    if (!pastOfChat.ok) return pastOfChat;
    const { past, report } = pastOfChat.value;
    return this.core.createFrom(address, receipt, past, [], viewImported(report));
  }

  async restore(
    address: Address,
    ledger: LedgerFile,
    isWorldHere: boolean,
    receipt: Receipt | null,
  ): Promise<Result<ImportedScene>> {
    const earlierAnswer = this.core.made<ImportedScene>(receipt);
    if (earlierAnswer) return earlierAnswer;
    const events = readLedgerFile(ledger);
    await sleep(0);
    const scene = restoreScene(address.id, events, isWorldHere);
    if (!scene.ok) return scene;
    const { past, first, profiles, report } = scene.value;
    const providers = await knownProviders(this.env, address.tenant, profiles);
    const { model } = readConfig(this.env);
    const errors = [...checkSceneProfiles(profiles), ...checkRequests(profiles, providers, model.provider)];
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const missing = checkProviders(profiles, providers, model.provider);
    const notUsed = [
      ...report.notUsed,
      ...missing.map(({ pointer, message }) => ({ what: pointer, count: 1, why: message })),
    ];
    const view = viewImported({ ...report, notUsed });
    const answer = await this.core.createFrom(address, receipt, past, first, view);
    if (answer.ok) await this.#inherit();
    return answer;
  }

  /** Other scenes of the world recall at once what a restored scene remembers. If it fails, the next round tries again. */
  async #inherit(): Promise<void> {
    const opening = this.core.open();
    if (!opening.ok) return;
    const { state, ledger } = opening.value;
    try {
      await inherit(state, () => liveEvents(ledger.walkBack()), this.#memory, true);
    } catch (error) {
      console.warn(`memories of a restored scene: ${errorMessage(error)}`);
    }
  }

  async transcript(
    as: TranscriptFormat,
    cursor: string | null,
    viewer: Viewer,
    faces: Record<string, string> = {},
  ): Promise<Result<TranscriptPiece>> {
    const viewerNow = this.#seats.resolveViewer(viewer);
    const opening = this.core.open();
    if (!opening.ok) return opening;
    if (!viewerNow.ok) return viewerNow;
    const { state, ledger } = opening.value;
    const [head = ledger.head, from = 0] = cursor?.split('.').map(Number) ?? [];
    // Taken, so that two readers never share one; whoever finds none reads the ledger once more.
    const keyOf = (cursor: string | null) => `${viewer.seat ?? ''} ${as} ${cursor}`;
    const reading = this.#reading?.key === keyOf(cursor) ? this.#reading : null;
    if (reading) this.#reading = null;
    const readAll = () => readTranscript(ledger.walkBack(head), state, viewerNow.value);
    // Only the chat file can mark a line as hidden; the other forms are made to be shared.
    const entries = reading?.entries ?? readAll().filter(({ isHidden }) => as === 'jsonl' || !isHidden);
    let to = from;
    for (let size = 0; to < entries.length && size < PIECE_CHARS; to += 1)
      size += entries[to]?.text.length ?? 0;
    const next = to < entries.length ? `${head}.${to}` : null;
    if (next !== null) this.#reading = { key: keyOf(next), entries };
    const { writeTranscript } = await import('../src/scene/transcript/formats');
    const round = entries.slice(0, from).findLast((entry) => entry.round !== null)?.round ?? 0;
    const part = { isFirst: from === 0, isLast: next === null, round };
    const text = writeTranscript(as, headOf(fillTexts(state), entries), entries.slice(from, to), part, faces);
    return ok({ text, next });
  }

  protected readonly actions = SCENE_ACTIONS;

  override async perform(...asked: Parameters<SceneApi['perform']>): Promise<Result<JsonObject>> {
    const [name, , , viewer] = asked;
    const isGet = SCENE_ACTIONS.some((action) => action.name === name && action.method === 'get');
    return isGet || viewer.seat === undefined || !this.#isPlayedOut()
      ? super.perform(...asked)
      : fail(PLAYED_OUT);
  }

  /** Returns true for a demo room in which so much has happened that its visitor must have help of a program. */
  #isPlayedOut(): boolean {
    const opening = this.core.open();
    if (!opening.ok) return false;
    const { address, ledger } = opening.value;
    return address.tenant === DEMO_TENANT && ledger.head >= DEMO.events;
  }

  protected override actionRoom(receipt: Receipt | null, asked: Viewer): Result<ActionScene> {
    const room = super.actionRoom(receipt, asked);
    if (!room.ok) return room;
    const opening = this.core.open();
    const seat = this.#seats.seatOf(asked);
    if (!opening.ok) return opening;
    if (!seat.ok) return seat;
    const { address, meter, snapshots, ledger } = opening.value;
    const seats = this.#seats;
    const world = () => worldStub(this.env, address.tenant, room.value.state.memory.world);
    return ok({
      ...room.value,
      seat: seat.value,
      spent: () => showCost(meter.settled),
      stateBefore: (round) => {
        const start = ledger.ofRound(round).find((event) => event.kind === 'round.started');
        const before = start && snapshots.stateAt(start.seq - 1);
        return before ? { before, startSeq: start.seq } : null;
      },
      countWritten: (said) => this.draw('written', asked, costOf(said)),
      stopTyping: (actor) => this.#typists.drop(actor),
      forget: () => this.ctx.waitUntil(this.#forget()),
      memories: {
        // What was taken back is forgotten with the next round that is remembered.
        list: (query) => world().list({ ...query, scene: address.id, without: room.value.state.forget }),
        add: (body) => {
          const { rounds, memory } = room.value.state;
          return world().add({ scene: address.id, round: rounds, lineage: memory.lineage }, body);
        },
        change: (id, body) => world().change(id, address.id, body),
        remove: (id) => world().remove(id, address.id),
      },
      seats: {
        invite: (body) => seats.create(body, receipt),
        renew: (id, body) => seats.renew(id, body, receipt),
        list: () => seats.list(),
        change: (id, body) => seats.change(id, body),
        revoke: (id) => seats.revoke(id),
      },
    });
  }

  protected onOtherMessage(viewer: Viewer, message: JsonObject, socket: WebSocket): Result<null> {
    const typing = readTyping(viewer, message);
    return typing.ok ? this.#typing(viewer, typing.value, socket) : typing;
  }

  protected override resolveViewer(viewer: Viewer): Result<Viewer> {
    return this.#seats.resolveViewer(viewer);
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
    const opening = this.core.open();
    if (!opening.ok) return opening;
    const seat = this.#seats.seatOf(viewer);
    return seat.ok ? ok({ state: opening.value.state, seat: seat.value }) : seat;
  }

  /** Tell the others that somebody is typing, or has stopped; too often, and it is not told. */
  #typing(
    viewer: Viewer,
    { on, personaId }: { on: boolean; personaId?: string | undefined },
    socket: WebSocket,
  ): Result<null> {
    const viewerResult = this.#askedBy(viewer);
    if (!viewerResult.ok) return viewerResult;
    const typing = typist(viewerResult.value.state, viewerResult.value.seat, personaId);
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

  /**
   * Lists changes of lines that memories do not have yet, the oldest first. Those of an open round wait for its end, which
   * stores the memories of that round.
   */
  #listUnrevised({ changed, open }: SceneState): SceneState['changed'] {
    if (changed.length === 0) return [];
    const revisedUpTo = Number(readMeta(this.ctx.storage.sql, REVISED) ?? '0');
    const start = open?.startSeq ?? Number.POSITIVE_INFINITY;
    return changed.filter(({ at }) => at > revisedUpTo && at < start);
  }

  /**
   * Has the world keep what characters heard in the present words of lines that changed. Memories are texts of lines, so
   * that no model is asked. Cut off, it is done again, with the same result.
   */
  async #reviseMemories(): Promise<void> {
    for (;;) {
      const opening = this.core.open();
      if (!opening.ok) return;
      const { state, ledger } = opening.value;
      const pendingChanges = this.#listUnrevised(state);
      const last = pendingChanges[REVISED_AT_ONCE - 1] ?? pendingChanges.at(-1);
      if (!last) return;
      // A rollback changes several at once, which stay together.
      const batch = pendingChanges.filter(({ at }) => at <= last.at);
      const rounds = new Set(batch.map(({ line }) => roundOfLine(ledger, line)));
      const memories = [...rounds].flatMap((round) =>
        round === null || isUndone(state, round)
          ? []
          : reviseMemories(state, ledger.ofRound(round)).map((one) => ({ ...one, round })),
      );
      await this.core.probe('revise', 'before');
      if (memories.length > 0)
        await this.#memory.revise({ world: state.memory.world, scene: state.id, memories });
      await this.core.probe('revise', 'intent');
      writeMeta(this.ctx.storage.sql, REVISED, String(last.at));
      await this.core.probe('revise', 'after');
    }
  }

  /** Have the world forget what was taken back, for other scenes of it; at the latest the next round does. */
  async #forget(): Promise<void> {
    const opening = this.core.open();
    if (!opening.ok) return;
    const { id, memory, forget, rounds } = opening.value.state;
    if (forget.length === 0) return;
    await this.#memory
      .remember({ ...memory, scene: id, round: rounds, forget, memories: [] })
      .catch((error: unknown) => console.warn('forget: will try again', String(error)));
  }

  protected async *exportFiles(): AsyncGenerator<ExportFile> {
    const opening = this.core.open();
    if (!opening.ok) return;
    const { state, ledger } = opening.value;
    yield* exportScene(state, ledger, (n) => this.bundle(n));
  }
}
