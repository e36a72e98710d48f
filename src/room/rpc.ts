import type { JsonObject } from '../base/json';
import type { CreateKey, KeyScope, KeySummary, NewKey, Receipt, Ticket } from '../contract/access';
import type { AdventureDigest } from '../contract/adventure-comparisons';
import type {
  AdventureRun,
  MapView,
  TranscriptPage,
  TriedCommands,
  TryCommands,
  ValidActionsView,
} from '../contract/adventures';
import type { CallRecord } from '../contract/calls';
import type { SceneChange } from '../contract/change-scene';
import type { NewScene } from '../contract/create-scene';
import type { Event, EventPage, PayloadOf, Viewer } from '../contract/events/events';
import type {
  ChangeExperiment,
  CreateExperiment,
  ExperimentFile,
  ExperimentTable,
  ExperimentView,
  RunTally,
} from '../contract/experiments';
import type { LeaseAnswer, LeaseAsk, SettleAnswer, SettleAsk } from '../contract/lease-messages';
import type { SetBudget, TenantMoney } from '../contract/money';
import type { Result } from '../contract/problems';
import type {
  EndpointModel,
  ProviderTrial,
  ProviderView,
  SetProvider,
  TryProvider,
} from '../contract/provider-views';
import type { TenantKey } from '../contract/providers';
import type { RunDigest } from '../contract/replays';
import type { Retention } from '../contract/retention';
import type { ChangeRun, CreateRun, ForkRun, GridRun, Report, Run } from '../contract/runs';
import type { ForkScene, Scene, SceneSeen } from '../contract/scenes';
import type { AcceptSeat, InvitationView, OwnSeat, SeatAccepted, SeatRole } from '../contract/seats';
import type { TenantView } from '../contract/tenants';
import type {
  Imported,
  ImportedScene,
  RunTranscriptFormat,
  TranscriptFormat,
  TranscriptPiece,
} from '../contract/transcripts';
import type { RawInput } from './actions';

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

/** Events, with how many hooks lie behind each, by seq; of those that are not named none (src/webhooks/send.ts). */
export interface News extends EventPage {
  hops: Record<number, number>;
}

/** A ledger that webhooks read. */
export interface NewsSource {
  /** Events after a seq, as the viewer may see them, for who posts them to others. */
  news(query: { after: number; limit: number }, viewer: Viewer): Promise<Result<News>>;
  /** Seq of the last event that was stored before this time, or that a fork brought along; 0: there is none. */
  headAt(at: string): Promise<Result<number>>;
}

/**
 * Calls that every room answers by RPC. `fetch` on the stub is used for one thing only: a WebSocket upgrade at
 * `/socket?after=<seq>` with the header `x-viewer: <JSON Viewer>`, or `/socket?after=<seq>&ticket=<secret>` without it.
 */
export interface RoomApi extends NewsSource {
  /** Does an action of the engine (src/room/actions.ts); `input` was checked against its schemas. */
  perform(
    name: string,
    input: RawInput,
    receipt: Receipt | null,
    viewer: Viewer,
  ): Promise<Result<JsonObject>>;
  events(query: { after: number; limit: number }, viewer: Viewer): Promise<Result<EventPage>>;
  /** Writes `webhook.disabled` into the ledger, for the owner. */
  noteWebhook(payload: PayloadOf<'webhook.disabled'>, receipt: Receipt): Promise<Result<null>>;
  issueTicket(viewer: Viewer): Promise<Result<Ticket>>;
  /** Uses a ticket up, and returns the viewer that it stands for. A socket's is used by the room's `fetch`. */
  redeemTicket(ticket: string): Promise<Result<Viewer>>;
  /** An API key is over: closes what came by it. Idempotent; also of a room that is not there. */
  closeConnections(key: string): Promise<Result<null>>;
  readCall(round: number, n: number): Promise<Result<CallRecord>>;
  /** Deletes calls and bundles of rounds that ended before this time (ISO 8601). False: another time, it is being played. */
  forgetCalls(before: string): Promise<Result<boolean>>;
  /** Files of the export, in pages; start with cursor null. */
  exportPage(cursor: string | null): Promise<Result<{ files: ExportFile[]; next: string | null }>>;
  /** Stops the room, then erases it and everything it put into D1 and R2, in alarms. Idempotent. */
  erase(): Promise<Result<null>>;
}

/** A page of what a fork copies. */
export interface PastPage {
  events: Event[];
  /** Seq to go on after; null at the end. */
  next: number | null;
}

export interface ScenePast extends PastPage {
  /** The last round that is copied. */
  round: number;
  /** With the last page: what the owner did by hand since, and holds for the fork. */
  later: Event[];
}

/** The seat that a token opens. */
export interface SeatOpened {
  seat: string;
  role: SeatRole;
  /** It is a seat for many. */
  forMany?: true;
}

/** Tells what an invitation is to, with the item of the library that each of the cast is a copy of: its picture is there. */
export type InvitationSeen = Omit<InvitationView, 'cast'> & {
  cast: { id: string; name: string; from: string | null }[];
};

/** A seat that somebody sits on. */
export interface SeatTaken {
  /** Title of the scene. */
  title: string;
  seat: OwnSeat;
  acceptedAt: string;
}

export interface SceneApi extends RoomApi {
  create(address: Address, body: NewScene, receipt: Receipt | null): Promise<Result<Scene>>;
  read(): Promise<Result<Scene>>;
  /** The scene as a person on a seat reads it. */
  look(viewer: Viewer): Promise<Result<SceneSeen>>;
  change(body: SceneChange): Promise<Result<Scene>>;
  lookAtInvitation(invitation: string): Promise<Result<InvitationSeen>>;
  acceptSeat(body: AcceptSeat, receipt: Receipt | null): Promise<Result<SeatAccepted>>;
  /** The seat that a token's SHA-256 opens at this moment; null when it opens none. */
  verifySeat(hash: string): Promise<SeatOpened | null>;
  /** The seat that a token's SHA-256 opens, with its person; null when it opens none. */
  seatOfToken(hash: string): Promise<SeatTaken | null>;
  /** The seat, while the person sits there who took it at that time; null when it is over, or somebody else's. */
  seatOfPerson(seat: string, acceptedAt: string): Promise<SeatTaken | null>;
  /** One more token of that person's seat, for another device. `unauthenticated` as above. */
  openSeat(seat: string, acceptedAt: string): Promise<Result<SeatAccepted>>;
  /** Makes this room a fork of `source`, another scene of the tenant, as it was at the end of a round. */
  fork(address: Address, source: string, body: ForkScene, receipt: Receipt | null): Promise<Result<Scene>>;
  /** The past of the scene up to the end of a round, in pages; `round` null: the last that was completed. */
  past(round: number | null, after: number): Promise<Result<ScenePast>>;
  /** The conversation as a viewer may read it, as a file in pieces; start with cursor null. */
  transcript(
    as: TranscriptFormat,
    cursor: string | null,
    viewer: Viewer,
    faces?: Record<string, string>,
  ): Promise<Result<TranscriptPiece>>;
  /** Makes this room a scene whose past is a chat of another program. */
  importChat(address: Address, chat: ChatImport, receipt: Receipt | null): Promise<Result<ImportedScene>>;
  /** Makes this room a scene again from its ledger. */
  restore(
    address: Address,
    ledger: LedgerFile,
    isWorldHere: boolean,
    receipt: Receipt | null,
  ): Promise<Result<ImportedScene>>;
}

/** A chat of another program, and what the scene takes from the library. */
export interface ChatImport {
  /** The file. */
  text: string;
  base: Pick<NewScene, 'title' | 'characters' | 'lorebooks'>;
}

/** The ledger of an export as JSON lines in UTF-8; each event was checked. An RPC message ends at 32 MiB. */
export type LedgerFile = Uint8Array;

export interface RunPast extends PastPage {
  /** The last turn that is copied. */
  turn: number;
}

/** Calls that runs of both kinds answer. */
export interface AnyRunApi<V extends Run = Run> extends RoomApi {
  create(address: Address, body: CreateRun, receipt: Receipt | null): Promise<Result<V>>;
  read(): Promise<Result<V>>;
  change(body: ChangeRun): Promise<Result<V>>;
  /** Makes this room a fork of `source`, another run of the tenant, as it was at the end of a turn. */
  fork(address: Address, source: string, body: ForkRun, receipt: Receipt | null): Promise<Result<V>>;
  /** The past of the run up to the end of a turn, in pages; `turn` null: the last that was completed. */
  past(turn: number | null, after: number): Promise<Result<RunPast>>;
  /** Makes this room a run again from its ledger, paused where it was going on. */
  restore(address: Address, ledger: LedgerFile, receipt: Receipt | null): Promise<Result<V & Imported>>;
  report(): Promise<Result<Report>>;
  /** Sums the run up for the table of an experiment. */
  tally(): Promise<Result<RunTally>>;
  /** The report as a page of HTML. */
  reportPage(): Promise<Result<string>>;
}

/** A run that learns a grid game. */
export interface GridApi extends AnyRunApi<GridRun> {
  /** A packed frame (see src/contract/frame.ts). */
  frame(n: number): Promise<Result<string>>;
  /** Returns what another run needs to be compared with this one. */
  digest(): Promise<Result<RunDigest>>;
}

/** A run that plays a text adventure. */
export interface AdventureApi extends AnyRunApi<AdventureRun> {
  /** Returns what another run needs to be compared with this one. */
  digest(): Promise<Result<AdventureDigest>>;
  /** The game as it was played, after an event. */
  transcript(query: { after: number; limit: number }): Promise<Result<TranscriptPage>>;
  /** The same as a file, whole. */
  transcriptFile(as: RunTranscriptFormat): Promise<Result<string>>;
  map(): Promise<Result<MapView>>;
  /** What commands would do; nothing is stored. `conflict` where the story has not begun, has ended, or an agent asks of a fair run. */
  tryCommands(body: TryCommands, asker: 'person' | 'agent'): Promise<Result<TriedCommands>>;
  /** Commands that would change the world where the story stands, or stood after a turn. */
  validActions(turn: number | undefined, asker: 'person' | 'agent'): Promise<Result<ValidActionsView>>;
  /** A save of the run as a Quetzal file. `not_found`, or `conflict` when the story saves nothing there. */
  saveFile(name: string): Promise<Result<Uint8Array<ArrayBuffer>>>;
  /** Goes on from a Quetzal file. `invalid` when it is none of this story. */
  restoreFile(file: Uint8Array, receipt: Receipt | null): Promise<Result<AdventureRun>>;
}

export const EXPERIMENT_VERBS = ['pause', 'resume', 'stop'] as const;
export type ExperimentVerb = (typeof EXPERIMENT_VERBS)[number];

/** An experiment: many runs, and one table of them. */
export interface ExperimentApi extends NewsSource {
  /** `invalid` with a pointer when a game or a model is not there; nothing is made then. */
  create(address: Address, body: CreateExperiment, receipt: Receipt | null): Promise<Result<ExperimentView>>;
  read(): Promise<Result<ExperimentView>>;
  table(): Promise<Result<ExperimentTable>>;
  exportFile(): Promise<Result<ExperimentFile>>;
  /** Makes this an experiment again from its export, paused where it was going on. Asks no provider and no game. */
  restore(address: Address, file: ExperimentFile, receipt: Receipt | null): Promise<Result<ExperimentView>>;
  /** Changes its budget. What it plays is measured by it at once. */
  change(body: ChangeExperiment): Promise<Result<ExperimentView>>;
  /** Asking for what is already so changes nothing. `conflict`: it is to go on, and was stopped or has spent its budget. */
  control(verb: ExperimentVerb): Promise<Result<ExperimentView>>;
  /** Stops what it plays and erases it; its runs stay, unless `withRuns`. Goes on in alarms. Idempotent. */
  erase(withRuns?: boolean): Promise<Result<null>>;
}

export interface TenantApi {
  /** Null when the key is unknown or revoked. Keeps the minute of the use. */
  verifyKey(hash: string): Promise<({ keyId: string } & KeyScope) | null>;
  /**
   * Returns true when the key works now, for a connection to a room; the room is then told when the key is over
   * (`closeConnections`).
   */
  registerConnection(tenant: string, key: string, room: string): Promise<boolean>;
  /** How long its calls are kept. With `of` a name, `not_found` when the operator has made no such tenant. */
  readRetention(of: string | null): Promise<Result<Retention>>;
  /** `invalid` when a tenant wants to keep them longer than the operator. */
  setRetention(
    by: 'operator' | 'tenant',
    tenant: string,
    days: number | null,
    of: string | null,
  ): Promise<Result<Retention>>;
  /** Does what is due; of a tenant that was never made nothing. */
  wake(tenant: string): Promise<void>;
  /** Name of the database that has its rows (src/storage/shards.ts). It never changes. */
  shard(): Promise<string>;
  /**
   * @param first makes the tenant, with its rows in the database of that name; `conflict` when it has a key already (and
   *   this is no replay). `invalid` when the tenant has no such room
   */
  createKey(
    tenant: string,
    key: CreateKey,
    receipt: Receipt | null,
    first?: { shard: string },
  ): Promise<Result<NewKey>>;
  /** A new key of the same scope in the place of another one, which works on for `graceSeconds`. */
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
  /**
   * A place for a demo room, which the tenant deletes when its time is over; `too_many` when there are as many as may be at
   * once. Only the tenant of demo rooms has them: `conflict` when it has a key.
   */
  claimDemo(room: string): Promise<Result<null>>;
  /** The room that was claimed was not made. */
  releaseRoom(room: string): Promise<Result<null>>;
  /** `not_found` when the operator has made no such tenant, `gone` when it was deleted. */
  describe(tenant: string): Promise<Result<TenantView>>;
  /** Deletes the tenant and everything it owns, in alarms. Idempotent. */
  remove(tenant: string): Promise<Result<TenantView>>;
  /** The tenant's own keys of providers. Only rooms may ask: the answer holds secrets. */
  providerKeys(): Promise<TenantKey[]>;
  /**
   * Checks what profiles put into requests to the providers that the tenant has now, with whose key they go out.
   *
   * @param at where the profiles are in the body
   * @returns `invalid`, with pointers into the body
   */
  checkRequests(profiles: unknown, at: string): Promise<Result<null>>;
  listProviders(isOperator: boolean): Promise<Result<ProviderView[]>>;
  readProvider(name: string, isOperator: boolean): Promise<Result<ProviderView>>;
  /** Keeps the tenant's own key of a provider, in place of the one it had. */
  setProviderKey(
    tenant: string,
    name: string,
    body: SetProvider,
    isOperator: boolean,
  ): Promise<Result<ProviderView>>;
  /** Takes the tenant's own key away; `not_found` when there is none. */
  dropProviderKey(name: string): Promise<Result<null>>;
  /** Asks the endpoint which models it has. */
  listModels(tenant: string, name: string): Promise<Result<EndpointModel[]>>;
  /** Asks a model one small question. A failure of the endpoint is an answer. */
  tryProvider(tenant: string, name: string, body: TryProvider): Promise<Result<ProviderTrial>>;
  entomb(room: string): Promise<Result<null>>;
  isEntombed(room: string): Promise<Result<boolean>>;
}
