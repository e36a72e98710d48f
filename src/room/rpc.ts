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
import type { LeaseAnswer, LeaseRequest, SettleAnswer, SettleRequest } from '../contract/lease-messages';
import type { WrittenMemory } from '../contract/memories';
import type { Cost, SetBudget, TenantMoney } from '../contract/money';
import type { Failure, Result } from '../contract/problems';
import type {
  EndpointModel,
  ProviderTrial,
  ProviderView,
  SetProvider,
  TryProvider,
} from '../contract/provider-views';
import type { TenantProvider } from '../contract/providers';
import type { RunDigest } from '../contract/replays';
import type { Retention } from '../contract/retention';
import type { ChangeRun, CreateRun, ForkRun, GridRun, Report, Run } from '../contract/runs';
import type { TrialLine } from '../contract/scene-trials';
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
import type { Branch, ScriptRound, WhatIf } from '../contract/what-if';
import type { RawInput } from './actions';

/** A room's Durable Object is named `<tenant>/<id>`, so other tenants cannot address it. */
export interface Address {
  tenant: string;
  id: string;
}

export interface ExportFile {
  path: string;
  text?: string;
  base64?: string;
}

/** Events with the number of webhooks behind each, by seq; absent: 0 (src/webhooks/send.ts). */
export interface News extends EventPage {
  hops: Record<number, number>;
}

export interface NewsSource {
  /** Events after a seq, filtered for the viewer and for publishing to other services. */
  news(query: { after: number; limit: number }, viewer: Viewer): Promise<Result<News>>;
  /** Seq of the last event stored before this time or copied by a fork; 0 if none. */
  headAt(at: string): Promise<Result<number>>;
}

/**
 * RPC calls of every room. The stub's `fetch` only accepts a WebSocket upgrade at `/socket?after=<seq>` with
 * the header `x-viewer: <JSON Viewer>`, or `/socket?after=<seq>&ticket=<secret>` without it.
 */
export interface RoomApi extends NewsSource {
  /** Performs an action (src/room/actions.ts) with a validated `input`. */
  perform(
    name: string,
    input: RawInput,
    receipt: Receipt | null,
    viewer: Viewer,
  ): Promise<Result<JsonObject>>;
  events(query: { after: number; limit: number }, viewer: Viewer): Promise<Result<EventPage>>;
  noteWebhook(payload: PayloadOf<'webhook.disabled'>, receipt: Receipt): Promise<Result<null>>;
  issueTicket(viewer: Viewer): Promise<Result<Ticket>>;
  /** Consumes a ticket and returns its viewer. The room's `fetch` consumes tickets of sockets. */
  redeemTicket(ticket: string): Promise<Result<Viewer>>;
  /** Closes connections that use this API key. Idempotent; also succeeds if the room does not exist. */
  closeConnections(key: string): Promise<Result<null>>;
  readCall(round: number, n: number): Promise<Result<CallRecord>>;
  /**
   * Deletes calls and bundles of rounds that ended before this time (ISO 8601). False: the room is busy; try
   * again later.
   */
  forgetCalls(before: string): Promise<Result<boolean>>;
  /** Export files in pages; start with cursor null. */
  exportPage(cursor: string | null): Promise<Result<{ files: ExportFile[]; next: string | null }>>;
  /** Stops the room and erases it with its data in D1 and R2, in alarms. Idempotent. */
  erase(): Promise<Result<null>>;
}

/** A page of the events that a fork copies. */
export interface PastPage {
  events: Event[];
  /** Seq to continue after; null at the end. */
  next: number | null;
}

export interface ScenePast extends PastPage {
  round: number;
  /** Only with the last page: later edits by the owner that also apply to the fork. */
  later: Event[];
}

export interface SeatOpened {
  seat: string;
  role: SeatRole;
  /** True for a shared seat. */
  forMany?: true;
}

/** An invitation with the library item of each cast member, whose picture the page shows. */
export type InvitationSeen = Omit<InvitationView, 'cast'> & {
  cast: { id: string; name: string; from: string | null }[];
};

export interface SeatTaken {
  title: string;
  seat: OwnSeat;
  acceptedAt: string;
}

/** A scene between two lines of an experiment's script. */
export interface TrialState {
  /** A round is open, or will open without further input. */
  isBusy: boolean;
  /** The owner ended the scene. */
  isFinished: boolean;
  failed: { round: number; failure: Failure } | null;
  /** Money in currency units. */
  spent: Cost;
  /** Names of the models that play it. */
  answeredBy: string[];
  /** Scores of the judge's last ruling; null: none. */
  scores: Record<string, number> | null;
  /** The conversation, oldest line first. */
  lines: TrialLine[];
}

export interface SceneApi extends RoomApi {
  create(address: Address, body: NewScene, receipt: Receipt | null): Promise<Result<Scene>>;
  read(): Promise<Result<Scene>>;
  /** @param withLines also the judge's scores and the conversation, which may be long */
  trial(withLines: boolean): Promise<Result<TrialState>>;
  /** The request that creates the same scene, as it is now, without its lines. */
  copy(): Promise<Result<NewScene>>;
  look(viewer: Viewer): Promise<Result<SceneSeen>>;
  change(body: SceneChange): Promise<Result<Scene>>;
  lookAtInvitation(invitation: string): Promise<Result<InvitationSeen>>;
  acceptSeat(body: AcceptSeat, receipt: Receipt | null): Promise<Result<SeatAccepted>>;
  /** The seat that a token's SHA-256 currently opens; null if none. */
  verifySeat(hash: string): Promise<SeatOpened | null>;
  /** The same, with the seat's player. */
  seatOfToken(hash: string): Promise<SeatTaken | null>;
  /** The seat, if the player who accepted it at that time still has it; otherwise null. */
  seatOfPerson(seat: string, acceptedAt: string): Promise<SeatTaken | null>;
  /**
   * Creates another token of that player's seat, for another device. `unauthenticated` if the player no
   * longer has it.
   */
  openSeat(seat: string, acceptedAt: string): Promise<Result<SeatAccepted>>;
  /** Makes this room a fork of `source`, a scene of the same tenant, at the end of a round. */
  fork(address: Address, source: string, body: ForkScene, receipt: Receipt | null): Promise<Result<Scene>>;
  /** Events up to the end of a round, in pages; `round` null: the last completed one. */
  past(round: number | null, after: number): Promise<Result<ScenePast>>;
  /** Makes this room a branch of another scene of the same tenant, which plays some rounds again. */
  branch(address: Address, body: BranchRequest, receipt: Receipt | null): Promise<Result<Branch>>;
  /** The rounds that a branch plays again. @param to null: the last completed round */
  replayScript(from: number, to: number | null): Promise<Result<ReplayScript>>;
  /** The finished calls of a round's attempt that begins with this step. */
  replayAnswers(round: number, firstStep: number): Promise<ReplayAnswer[]>;
  /** The conversation visible to the viewer, as a file in pieces; start with cursor null. */
  transcript(
    as: TranscriptFormat,
    cursor: string | null,
    viewer: Viewer,
    faces?: Record<string, string>,
  ): Promise<Result<TranscriptPiece>>;
  importChat(address: Address, chat: ChatImport, receipt: Receipt | null): Promise<Result<ImportedScene>>;
  /** Makes this room a scene from its export. */
  restore(
    address: Address,
    file: SceneFile,
    isWorldHere: boolean,
    receipt: Receipt | null,
  ): Promise<Result<ImportedScene>>;
}

export interface ReplayScript {
  /** The branch shares the source's past up to this round. */
  forkAt: number;
  rounds: ScriptRound[];
}

/** A call's intent and result as JSON. */
export interface ReplayAnswer {
  step: string;
  intent: string;
  result: string;
}

/** A scene with a different past. `salt`: see `Replay` in durable-objects/lib/room/replay.ts. */
export interface BranchRequest {
  source: string;
  from: number;
  to: number | null;
  changes: SceneChange & Pick<WhatIf['changes'], 'line'>;
  salt: string;
}

export interface ChatImport {
  text: string;
  base: Pick<NewScene, 'title' | 'characters' | 'lorebooks'>;
}

/** An exported ledger as JSON lines in UTF-8, with validated events. An RPC message is limited to 32 MiB. */
export type LedgerFile = Uint8Array;

/** The parts of a scene's export that recreate it. `memories`: by its owner. */
export interface SceneFile {
  ledger: LedgerFile;
  memories?: WrittenMemory[];
}

export interface RunPast extends PastPage {
  turn: number;
}

export interface AnyRunApi<V extends Run = Run> extends RoomApi {
  create(address: Address, body: CreateRun, receipt: Receipt | null): Promise<Result<V>>;
  read(): Promise<Result<V>>;
  change(body: ChangeRun): Promise<Result<V>>;
  /** Makes this room a fork of `source`, a run of the same tenant, at the end of a turn. */
  fork(address: Address, source: string, body: ForkRun, receipt: Receipt | null): Promise<Result<V>>;
  /** Events up to the end of a turn, in pages; `turn` null: the last completed one. */
  past(turn: number | null, after: number): Promise<Result<RunPast>>;
  /** Makes this room a run from its exported ledger; a running run is restored as paused. */
  restore(address: Address, ledger: LedgerFile, receipt: Receipt | null): Promise<Result<V & Imported>>;
  report(): Promise<Result<Report>>;
  tally(): Promise<Result<RunTally>>;
  reportPage(): Promise<Result<string>>;
}

export interface GridApi extends AnyRunApi<GridRun> {
  /** A packed frame (see src/contract/frame.ts). */
  frame(n: number): Promise<Result<string>>;
  digest(): Promise<Result<RunDigest>>;
}

export interface AdventureApi extends AnyRunApi<AdventureRun> {
  digest(): Promise<Result<AdventureDigest>>;
  /** The game's text after an event. */
  transcript(query: { after: number; limit: number }): Promise<Result<TranscriptPage>>;
  transcriptFile(as: RunTranscriptFormat): Promise<Result<string>>;
  map(): Promise<Result<MapView>>;
  /**
   * Tries commands without storing anything. `conflict` if the story has not begun or has ended, or if an
   * agent asks about a fair run.
   */
  tryCommands(body: TryCommands, asker: 'person' | 'agent'): Promise<Result<TriedCommands>>;
  /** Commands that would change the world now, or after a turn. */
  validActions(turn: number | undefined, asker: 'person' | 'agent'): Promise<Result<ValidActionsView>>;
  /** A save as a Quetzal file. `not_found`, or `conflict` if the story cannot save at that point. */
  saveFile(name: string): Promise<Result<Uint8Array<ArrayBuffer>>>;
  /** Continues from a Quetzal file. `invalid` if the file is not of this story. */
  restoreFile(file: Uint8Array, receipt: Receipt | null): Promise<Result<AdventureRun>>;
}

export const EXPERIMENT_VERBS = ['pause', 'resume', 'stop'] as const;
export type ExperimentVerb = (typeof EXPERIMENT_VERBS)[number];

export interface ExperimentApi extends NewsSource {
  /** `invalid` with a pointer if a game or model does not exist; no run is created then. */
  /** @param scenes the scene of each condition; empty without a scene */
  create(
    address: Address,
    body: CreateExperiment,
    scenes: Readonly<Record<string, NewScene>>,
    receipt: Receipt | null,
  ): Promise<Result<ExperimentView>>;
  read(): Promise<Result<ExperimentView>>;
  table(): Promise<Result<ExperimentTable>>;
  exportFile(): Promise<Result<ExperimentFile>>;
  /** Rows with their conversations, as JSON lines in pieces; start with cursor null. */
  trials(cursor: string | null): Promise<Result<TranscriptPiece>>;
  /**
   * Restores an exported experiment; a running one is restored as paused. Contacts no provider and no game.
   */
  restore(address: Address, file: ExperimentFile, receipt: Receipt | null): Promise<Result<ExperimentView>>;
  change(body: ChangeExperiment): Promise<Result<ExperimentView>>;
  /** Repeats change nothing. `conflict` on resuming a stopped experiment or one with a spent budget. */
  control(verb: ExperimentVerb): Promise<Result<ExperimentView>>;
  /** Stops and erases the experiment, in alarms; its runs stay, unless `withRuns`. Idempotent. */
  erase(withRuns?: boolean): Promise<Result<null>>;
}

/** Rights of a caller that connects a model. `mayUseLocal`: also at addresses of this machine and its network. */
export interface ProviderCaller {
  isOperator: boolean;
  mayUseLocal: boolean;
}

export interface TenantApi {
  /** Null if the key is unknown or revoked. Records the minute of its use. */
  verifyKey(hash: string): Promise<({ keyId: string } & KeyScope) | null>;
  /**
   * Registers a room's connection under a key; the room is notified when the key ends (`closeConnections`).
   * False if the key is invalid.
   */
  registerConnection(tenant: string, key: string, room: string): Promise<boolean>;
  /** How long calls are retained. `of`: `not_found` unless the operator has created this tenant. */
  readRetention(of: string | null): Promise<Result<Retention>>;
  /** `invalid` if a tenant wants to retain calls longer than the operator allows. */
  setRetention(
    by: 'operator' | 'tenant',
    tenant: string,
    days: number | null,
    of: string | null,
  ): Promise<Result<Retention>>;
  /** Runs due jobs; does nothing for a tenant that was never created. */
  wake(tenant: string): Promise<void>;
  /** Name of the database with the tenant's rows (src/storage/shards.ts). Never changes. */
  shard(): Promise<string>;
  /**
   * @param first creates the tenant, with its rows in the named database; `conflict` if it already has a key
   * (unless this is a repeat). `invalid` if the key's room does not exist
   */
  createKey(
    tenant: string,
    key: CreateKey,
    receipt: Receipt | null,
    first?: { shard: string },
  ): Promise<Result<NewKey>>;
  /** Creates a key with the same scope; the old key stays valid for `graceSeconds`. */
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
  /** Consumes a one-time code; false if it is unknown or expired. */
  takeKeyCode(hash: string): Promise<boolean>;
  lease(ask: LeaseRequest): Promise<LeaseAnswer>;
  settle(ask: SettleRequest): Promise<SettleAnswer>;
  /** `of`: `not_found` unless the operator has created this tenant. */
  readBudgets(of: string | null): Promise<Result<TenantMoney>>;
  /** null deletes the budget. */
  setBudget(
    name: 'operator' | 'tenant',
    body: SetBudget | null,
    of: string | null,
  ): Promise<Result<TenantMoney>>;
  /**
   * Claims quota for a new room; returns true for the first claim of this id. `conflict` if the tenant has
   * `most` rooms or the room was deleted.
   */
  claimRoom(tenant: string, room: string, most: number): Promise<Result<boolean>>;
  /**
   * Claims a slot for a demo room, which the tenant deletes when its time is over. `too_many` at the limit;
   * `conflict` if the tenant has a key.
   */
  claimDemo(room: string): Promise<Result<null>>;
  /** The claimed room was not created. */
  releaseRoom(room: string): Promise<Result<null>>;
  /** `not_found` unless the operator has created the tenant, `gone` if it was deleted. */
  describe(tenant: string): Promise<Result<TenantView>>;
  /** In alarms. Idempotent. */
  remove(tenant: string): Promise<Result<TenantView>>;
  /** The tenant's own providers, with keys in plain text: call only from rooms. */
  savedProviders(): Promise<TenantProvider[]>;
  /**
   * Checks the request fields of profiles against the tenant's providers and keys.
   *
   * @param at JSON pointer of the profiles in the body
   * @returns `invalid` with pointers into the body
   */
  checkRequests(profiles: unknown, at: string): Promise<Result<null>>;
  listProviders(isOperator: boolean): Promise<Result<ProviderView[]>>;
  readProvider(name: string, isOperator: boolean): Promise<Result<ProviderView>>;
  setProvider(
    tenant: string,
    name: string,
    body: SetProvider,
    caller: ProviderCaller,
  ): Promise<Result<ProviderView>>;
  /** `not_found` if the tenant has not saved it. */
  dropProvider(name: string): Promise<Result<null>>;
  /** @param settings used instead of the stored ones */
  listModels(
    tenant: string,
    name: string,
    settings: SetProvider | undefined,
    caller: ProviderCaller,
  ): Promise<Result<EndpointModel[]>>;
  /** Sends short prompts to a model. A failure of the endpoint is a successful result. */
  tryProvider(
    tenant: string,
    name: string,
    body: TryProvider,
    caller: ProviderCaller,
  ): Promise<Result<ProviderTrial>>;
  markDeleted(room: string): Promise<Result<null>>;
  isDeleted(room: string): Promise<Result<boolean>>;
}
