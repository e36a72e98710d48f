import type { KeySummary, NewKey, Receipt, Ticket } from '../api/access';
import type {
  AddObjective,
  AdventureKnowledge,
  AdventureRun,
  AdventureTurn,
  ChangeObjective,
  CommandGiven,
  GiveCommand,
  MapView,
  ObjectiveList,
  OrderObjectives,
  TranscriptPage,
} from '../api/adventures';
import type { CallRecord } from '../api/calls';
import type { SceneChange } from '../api/change-scene';
import type { NewScene } from '../api/create-scene';
import type { Memory } from '../api/memories';
import type { SetBudget, TenantMoney } from '../api/money';
import type { ObservationTaken, PostObservation } from '../api/observations';
import type { StartAutonomy } from '../api/pace';
import type { Result } from '../api/problems';
import type { Comparison, ReplayPage, RunDigest } from '../api/replays';
import type { AuditEntry, Round, RoundRetried, Telemetry, TurnAccepted, TurnInput } from '../api/rounds';
import type { KnowledgeReading } from '../api/run-knowledge';
import type {
  ChangeRun,
  CreateRun,
  ForkRun,
  GridRun,
  Report,
  Run,
  RunControlled,
  TurnView,
} from '../api/runs';
import type { CallOn, EditedLine, EditLine, ForkScene, Scene, SceneSeen } from '../api/scenes';
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
} from '../api/seats';
import type { TenantView } from '../api/tenants';
import type { FrameObjects, Tried } from '../api/tries';
import type { LeaseAnswer, LeaseAsk, SettleAnswer, SettleAsk } from '../billing/lease-messages';
import type { Event, EventPage, PayloadOf, Viewer } from '../events/events';

/** Where a room lives: its Durable Object is named `<tenant>/<id>`, so that another tenant's id finds nothing. */
export interface Address {
  tenant: string;
  id: string;
}

/** One file of an export; `base64` for binary ones. */
export interface ExportFile {
  path: string;
  text?: string;
  base64?: string;
}

/** Events, with how many hooks lie behind each, by seq; of those that are not named none (src/webhooks/hops.ts). */
export interface News extends EventPage {
  hops: Record<number, number>;
}

/**
 * What every room answers by RPC. `fetch` on the stub is used for one thing only: a WebSocket upgrade at
 * `/socket?after=<seq>` with the header `x-viewer: <JSON Viewer>`, or `/socket?after=<seq>&ticket=<secret>` without it.
 */
export interface RoomApi {
  events(query: { after: number; limit: number }, viewer: Viewer): Promise<Result<EventPage>>;
  /** The same for who posts them to others. */
  news(query: { after: number; limit: number }, viewer: Viewer): Promise<Result<News>>;
  /** Seq of the last event that was stored before this time, or that a fork brought along; 0: there is none. */
  headAt(at: string): Promise<Result<number>>;
  /** Writes `webhook.disabled` into the ledger, for the owner. */
  noteWebhook(payload: PayloadOf<'webhook.disabled'>, receipt: Receipt): Promise<Result<null>>;
  issueTicket(viewer: Viewer): Promise<Result<Ticket>>;
  /** An API key is over: closes what came by it. Idempotent; also of a room that is not there. */
  closeConnections(key: string): Promise<Result<null>>;
  readCall(round: number, n: number): Promise<Result<CallRecord>>;
  /** Files of the export, in pages; start with cursor null. */
  exportPage(cursor: string | null): Promise<Result<{ files: ExportFile[]; next: string | null }>>;
  /** Stops the room, then erases it and everything it put into D1 and R2, in alarms. Idempotent. */
  erase(): Promise<Result<null>>;
}

/** A page of what a fork copies. */
export interface ScenePast {
  /** The last round that is copied. */
  round: number;
  events: Event[];
  /** With the last page: what the owner did by hand since, and holds for the fork. */
  later: Event[];
  /** Seq to go on after; null at the end. */
  next: number | null;
}

export interface SceneApi extends RoomApi {
  create(address: Address, body: NewScene, receipt: Receipt | null): Promise<Result<Scene>>;
  read(): Promise<Result<Scene>>;
  /** The scene as a person on a seat reads it. */
  look(viewer: Viewer): Promise<Result<SceneSeen>>;
  change(body: SceneChange): Promise<Result<Scene>>;
  /** @param viewer who asks; default: the owner. A seat speaks as its persona */
  turn(body: TurnInput, receipt: Receipt | null, viewer?: Viewer): Promise<Result<TurnAccepted>>;
  /** Keeps a note that nobody reads but who wrote it and the owner. */
  note(body: WriteNote, receipt: Receipt | null, viewer: Viewer): Promise<Result<NoteWritten>>;
  createSeat(body: CreateSeat, receipt: Receipt | null): Promise<Result<NewSeat>>;
  renewSeat(seat: string, body: RenewSeat, receipt: Receipt | null): Promise<Result<NewSeat>>;
  acceptSeat(body: AcceptSeat, receipt: Receipt | null): Promise<Result<SeatAccepted>>;
  listSeats(): Promise<Result<SeatView[]>>;
  changeSeat(seat: string, body: ChangeSeat): Promise<Result<SeatView>>;
  revokeSeat(seat: string): Promise<Result<SeatView>>;
  /** The seat that a token's SHA-256 opens at this moment; null when it opens none. */
  verifySeat(hash: string): Promise<{ seat: string; role: SeatRole } | null>;
  retry(n: number, receipt: Receipt | null): Promise<Result<RoundRetried>>;
  cancel(receipt: Receipt | null): Promise<Result<Scene>>;
  /** Has the scene go on by itself. */
  startAutonomy(body: StartAutonomy, receipt: Receipt | null): Promise<Result<Scene>>;
  /** It goes on by itself no more; the round that is played is played to its end. */
  stopAutonomy(): Promise<Result<Scene>>;
  audit(query: {
    before: number | null;
    limit: number;
  }): Promise<Result<{ items: AuditEntry[]; next: string | null }>>;
  telemetry(): Promise<Result<Telemetry>>;
  callNext(body: CallOn, receipt: Receipt | null): Promise<Result<Scene>>;
  editLine(seq: number, body: EditLine): Promise<Result<EditedLine>>;
  regenerateLine(seq: number, receipt: Receipt | null): Promise<Result<TurnAccepted>>;
  rollBack(n: number, receipt: Receipt | null): Promise<Result<Scene>>;
  /** Makes this room a fork of `source`, another scene of the tenant, as it was at the end of a round. */
  fork(address: Address, source: string, body: ForkScene, receipt: Receipt | null): Promise<Result<Scene>>;
  /** The past of the scene up to the end of a round, in pages; `round` null: the last that was completed. */
  past(round: number | null, after: number): Promise<Result<ScenePast>>;
  /** @param viewer default: the owner; a timeline is made of what the viewer may see */
  rounds(
    query: { before: number | null; limit: number },
    viewer?: Viewer,
  ): Promise<Result<{ items: Round[]; next: string | null }>>;
  round(n: number, viewer?: Viewer): Promise<Result<Round>>;
  /** What its characters remember of it, newest first. */
  memories(query: {
    character?: string;
    before: number | null;
    limit: number;
  }): Promise<Result<{ items: Memory[]; next: string | null }>>;
}

/** A page of what a fork of a run copies. */
export interface RunPast {
  /** The last turn that is copied. */
  turn: number;
  events: Event[];
  /** Seq to go on after; null at the end. */
  next: number | null;
}

/** What runs of both kinds answer. */
export interface AnyRunApi<V extends Run = Run> extends RoomApi {
  create(address: Address, body: CreateRun, receipt: Receipt | null): Promise<Result<V>>;
  read(): Promise<Result<V>>;
  change(body: ChangeRun): Promise<Result<V>>;
  control(
    verb: 'start' | 'pause' | 'resume' | 'stop' | 'step',
    receipt: Receipt | null,
  ): Promise<Result<RunControlled>>;
  /** Makes this room a fork of `source`, another run of the tenant, as it was at the end of a turn. */
  fork(address: Address, source: string, body: ForkRun, receipt: Receipt | null): Promise<Result<V>>;
  /** The past of the run up to the end of a turn, in pages; `turn` null: the last that was completed. */
  past(turn: number | null, after: number): Promise<Result<RunPast>>;
  turn(n: number): Promise<Result<TurnView | AdventureTurn>>;
  knowledge(): Promise<Result<KnowledgeReading | AdventureKnowledge>>;
  report(): Promise<Result<Report>>;
  /** The report as a page of HTML. */
  reportPage(): Promise<Result<string>>;
}

/** A run that learns a grid game. */
export interface GridApi extends AnyRunApi<GridRun> {
  turn(n: number): Promise<Result<TurnView>>;
  knowledge(): Promise<Result<KnowledgeReading>>;
  /** In a game that the caller plays: what it shows now. */
  observe(body: PostObservation, receipt: Receipt | null): Promise<Result<ObservationTaken>>;
  /** A packed frame (see src/engines/grid/frame/frame.ts). */
  frame(n: number): Promise<Result<string>>;
  /** The objects of a frame, and what became of them since an earlier one. */
  objects(n: number, since: number | null): Promise<Result<FrameObjects>>;
  /** What the game would show after some moves (`ACTION1;ACTION6@3,4`) from a frame on; nothing is stored. */
  tryMoves(from: number, moves: string): Promise<Result<Tried>>;
  /** What was played, step by step, after an event. */
  replay(query: { after: number; limit: number }): Promise<Result<ReplayPage>>;
  /** What another run needs to be compared with this one. */
  digest(): Promise<Result<RunDigest>>;
  /** This run beside another one of the tenant. */
  compare(other: string): Promise<Result<Comparison>>;
}

/** A run that plays a text adventure. */
export interface AdventureApi extends AnyRunApi<AdventureRun> {
  turn(n: number): Promise<Result<AdventureTurn>>;
  knowledge(): Promise<Result<AdventureKnowledge>>;
  /** The game as it was played, after an event. */
  transcript(query: { after: number; limit: number }): Promise<Result<TranscriptPage>>;
  /** The same as plain text, whole. */
  transcriptText(): Promise<Result<string>>;
  map(): Promise<Result<MapView>>;
  objectives(): Promise<Result<ObjectiveList>>;
  addObjective(body: AddObjective, receipt: Receipt | null): Promise<Result<ObjectiveList>>;
  changeObjective(id: string, body: ChangeObjective): Promise<Result<ObjectiveList>>;
  dropObjective(id: string): Promise<Result<ObjectiveList>>;
  orderObjectives(body: OrderObjectives): Promise<Result<ObjectiveList>>;
  give(body: GiveCommand, receipt: Receipt | null): Promise<Result<CommandGiven>>;
}

export interface TenantApi {
  /** Null when the key is unknown or revoked. */
  verifyKey(hash: string): Promise<{ keyId: string } | null>;
  /**
   * Whether the key works now, for a connection to a room; the room is then told when the key is over
   * (`closeConnections`).
   */
  registerConnection(tenant: string, key: string, room: string): Promise<boolean>;
  /** `only: 'first'` refuses with `conflict` when the tenant has a key already (and this is no replay). */
  createKey(tenant: string, label: string, receipt: Receipt | null, only?: 'first'): Promise<Result<NewKey>>;
  /** A new key in the place of another one, which works on for `graceSeconds`. */
  rotateKey(
    tenant: string,
    id: string,
    graceSeconds: number,
    receipt: Receipt | null,
  ): Promise<Result<NewKey>>;
  listKeys(): Promise<Result<KeySummary[]>>;
  revokeKey(id: string): Promise<Result<KeySummary>>;
  /** Stores a one-time code for the operator's key until `expiresAt` (ms since 1970). */
  addKeyCode(hash: string, expiresAt: number): Promise<Result<null>>;
  /** Uses a one-time code up; false when there is none of this hash, or its time is over. */
  takeKeyCode(hash: string): Promise<boolean>;
  /** See {@link LeaseAnswer}. */
  lease(ask: LeaseAsk): Promise<LeaseAnswer>;
  settle(ask: SettleAsk): Promise<SettleAnswer>;
  /** With `of` a name, `not_found` when the operator has made no such tenant. */
  readBudgets(of: string | null): Promise<Result<TenantMoney>>;
  /** Sets one as a whole; null takes it away. */
  setBudget(
    name: 'operator' | 'tenant',
    body: SetBudget | null,
    of: string | null,
  ): Promise<Result<TenantMoney>>;
  /**
   * A place for a room about to be made; `conflict` when the tenant has `most` rooms, or the room was deleted.
   * Whether it is the first claim of this id.
   */
  claimRoom(tenant: string, room: string, most: number): Promise<Result<boolean>>;
  /** The room that was claimed was not made. */
  releaseRoom(room: string): Promise<Result<null>>;
  /** `not_found` when the operator has made no such tenant, `gone` when it was deleted. */
  describe(tenant: string): Promise<Result<TenantView>>;
  /** Deletes the tenant and everything it owns, in alarms. Idempotent. */
  remove(tenant: string): Promise<Result<TenantView>>;
  entomb(room: string): Promise<Result<null>>;
  isEntombed(room: string): Promise<Result<boolean>>;
}
