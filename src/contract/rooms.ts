import type { KeySummary, NewKey, Receipt, Ticket } from './access';
import type { CallRecord } from './calls';
import type { EventPage, Viewer } from './events';
import type { Result } from './problems';
import type { ChangeRun, CreateRun, Knowledge, Report, Run, RunControlled, TurnView } from './runs';
import type { ChangeScene, CreateScene, Round, Scene, TurnAccepted, TurnInput } from './scenes';

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

/**
 * What every room answers by RPC. `fetch` on the stub is used for one thing only: a WebSocket upgrade at
 * `/socket?after=<seq>` with the header `x-viewer: <JSON Viewer>`, or `/socket?after=<seq>&ticket=<secret>` without it.
 */
export interface RoomApi {
  events(query: { after: number; limit: number }, viewer: Viewer): Promise<Result<EventPage>>;
  issueTicket(viewer: Viewer, receipt: Receipt | null): Promise<Result<Ticket>>;
  readCall(round: number, n: number): Promise<Result<CallRecord>>;
  /** Files of the export, in pages; start with cursor null. */
  exportPage(cursor: string | null): Promise<Result<{ files: ExportFile[]; next: string | null }>>;
  /** Stops the room, then erases it and everything it put into D1 and R2, in alarms. Idempotent. */
  erase(): Promise<Result<null>>;
}

export interface SceneApi extends RoomApi {
  create(address: Address, body: CreateScene, receipt: Receipt | null): Promise<Result<Scene>>;
  read(): Promise<Result<Scene>>;
  change(body: ChangeScene): Promise<Result<Scene>>;
  turn(body: TurnInput, receipt: Receipt | null): Promise<Result<TurnAccepted>>;
  retry(n: number, receipt: Receipt | null): Promise<Result<TurnAccepted>>;
  cancel(receipt: Receipt | null): Promise<Result<Scene>>;
  rounds(query: {
    before: number | null;
    limit: number;
  }): Promise<Result<{ items: Round[]; next: string | null }>>;
  round(n: number): Promise<Result<Round>>;
}

export interface RunApi extends RoomApi {
  create(address: Address, body: CreateRun, receipt: Receipt | null): Promise<Result<Run>>;
  read(): Promise<Result<Run>>;
  change(body: ChangeRun): Promise<Result<Run>>;
  control(
    verb: 'start' | 'pause' | 'resume' | 'stop' | 'step',
    receipt: Receipt | null,
  ): Promise<Result<RunControlled>>;
  turn(n: number): Promise<Result<TurnView>>;
  /** A packed frame (see src/explore/frame.ts). */
  frame(n: number): Promise<Result<string>>;
  knowledge(): Promise<Result<Knowledge>>;
  report(): Promise<Result<Report>>;
}

export interface TenantApi {
  /** Null when the key is unknown or revoked. */
  verifyKey(hash: string): Promise<{ keyId: string } | null>;
  /** `only: 'first'` refuses with `conflict` when the tenant has a key already (and this is no replay). */
  createKey(tenant: string, label: string, receipt: Receipt | null, only?: 'first'): Promise<Result<NewKey>>;
  listKeys(): Promise<Result<KeySummary[]>>;
  revokeKey(id: string): Promise<Result<KeySummary>>;
  entomb(room: string): Promise<Result<null>>;
  isEntombed(room: string): Promise<Result<boolean>>;
}
