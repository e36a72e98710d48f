import { ProblemError } from '../../../packages/client/src/problem';
import {
  type ConnectOptions,
  createSend,
  newIdempotencyKey,
  type Send as SendFn,
} from '../../../packages/client/src/requests';
import { isEvent } from '../../../packages/client/src/types';
import type { ExchangedKey } from '../../../src/contract/access';
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
  RestoreStory,
} from '../../../src/contract/adventures';
import type { CallDetails, CallSummary } from '../../../src/contract/calls';
import type { EventPage } from '../../../src/contract/events/events';
import type { UsageRow } from '../../../src/contract/money';
import type { GiveMove, MoveResult } from '../../../src/contract/moves';
import type { Problem } from '../../../src/contract/problems';
import type { ProviderView } from '../../../src/contract/provider-views';
import type { ReplayPage } from '../../../src/contract/replays';
import type { DraftLine, TurnAccepted, TurnInput } from '../../../src/contract/rounds';
import type { KnowledgeReading } from '../../../src/contract/run-knowledge';
import type {
  AnyComparison,
  ChangeRun,
  CreateRun,
  ForkRun,
  Game,
  Run,
  RunControlled,
  RunSummary,
} from '../../../src/contract/runs';
import type { Scene, Template } from '../../../src/contract/scenes';
import type {
  AcceptSeat,
  ChangeSeat,
  CreateSeat,
  InvitationView,
  NewSeat,
  NoteWritten,
  SeatAccepted,
  SeatView,
} from '../../../src/contract/seats';
import type { StoryGame } from '../../../src/contract/stories';
import type { Imported } from '../../../src/contract/transcripts';
import type { FrameObjects, TriedMoves } from '../../../src/contract/tries';
import { credentialFor, notifyRefused, readKey } from './credentials';

export { newIdempotencyKey };

/** An error for display; `status` 0 means no response. */
export type PageProblem = Pick<Problem, 'title' | 'status' | 'detail'> & Partial<Problem>;
export type Reply<T> = { ok: true; value: T } | { ok: false; problem: PageProblem };

export interface Page<T> {
  items: T[];
  next: string | null;
}
/** A room created from a file. */
export type ImportedRoom = Imported & Pick<Scene, 'id' | 'title'>;

export interface RoomAddress {
  kind: 'scenes' | 'runs';
  id: string;
}

export interface Send {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON, or raw if it is a file. */
  body?: unknown;
  accept?: string;
  /** Sent with every POST unless null, so that retries are safe. */
  idempotencyKey?: string | null;
  timeoutMs?: number;
  /** The body contains its own credential: this browser's is not sent, and a refusal does not sign out. */
  asStranger?: boolean;
  /** Credential to use instead of the URL's; null: none. A refusal does not sign the browser out. */
  as?: string | null;
  /** Sent as `If-Match`: changes this version of a library item, or fails with 412. */
  version?: number;
}

/**
 * Sends a request. If the server rejects this browser's key, the app is notified; an ended seat only closes its scene.
 */
async function sendRequest(request: Request): Promise<Response> {
  const response = await fetch(request);
  const key = readKey();
  if (response.status === 401 && key !== null && request.headers.get('authorization') === `Bearer ${key}`)
    notifyRefused();
  return response;
}

/**
 * The server behind this page. Each request uses the current credential and is sent once; pages decide whether to
 * retry.
 */
export const stageOptions = (): ConnectOptions => ({
  url: location.origin,
  token: (path) => credentialFor(path.replace(/^\/v1/, '')),
  retries: 0,
  fetch: sendRequest,
});
let sendToStage: SendFn | undefined;

/** Waits for a client call and turns API errors into values. */
export async function toReply<T>(call: Promise<T>): Promise<Reply<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof ProblemError) return { ok: false, problem: error.problem };
    throw error;
  }
}

export function send(path: string, options: Send = {}): Promise<Reply<Response>> {
  const { body, timeoutMs } = options;
  const headers = new Headers({ accept: options.accept ?? 'application/json' });
  const as = options.asStranger ? null : options.as;
  if (as !== undefined) headers.set('authorization', as === null ? '' : `Bearer ${as}`);
  const isFile = body instanceof Blob;
  if (body !== undefined)
    headers.set('content-type', isFile ? 'application/octet-stream' : 'application/json');
  if (typeof options.idempotencyKey === 'string') headers.set('idempotency-key', options.idempotencyKey);
  if (options.version !== undefined) headers.set('if-match', `"${options.version}"`);
  sendToStage ??= createSend(stageOptions());
  return toReply(
    sendToStage(`/v1${path}`, {
      method: options.method ?? 'GET',
      headers,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    }),
  );
}

export async function sendJson<T>(path: string, options?: Send): Promise<Reply<T>> {
  const reply = await send(path, options);
  return reply.ok ? { ok: true, value: (await reply.value.json()) as T } : reply;
}

/** A picture; null when there is none. */
export async function readPicture(path: string): Promise<Reply<Blob | null>> {
  const reply = await send(path, { accept: 'image/png, image/jpeg, image/webp' });
  if (!reply.ok) return reply;
  return { ok: true, value: reply.value.status === 200 ? await reply.value.blob() : null };
}

export const get = <T>(path: string) => sendJson<T>(path);
export const post = <T>(path: string, body?: unknown, idempotencyKey?: string) =>
  sendJson<T>(path, { method: 'POST', body, ...(idempotencyKey ? { idempotencyKey } : {}) });

export const roomPath = (room: RoomAddress): string => `/${room.kind}/${encodeURIComponent(room.id)}`;

export const api = {
  providers: () => get<Page<ProviderView>>('/providers'),
  templates: () => get<Page<Template>>('/templates'),
  games: (source: 'here' | 'arc3' = 'here') => get<Page<Game>>(`/games?source=${source}`),

  createRun: (body: CreateRun) => post<Run>('/runs', body),
  events: async (room: RoomAddress, after: number, limit: number): Promise<Reply<EventPage>> => {
    const page = await get<EventPage>(`${roomPath(room)}/events?after=${after}&limit=${limit}`);
    return page.ok ? { ok: true, value: { ...page.value, events: page.value.events.filter(isEvent) } } : page;
  },
  turn: (id: string, input: TurnInput, key: string) => post<TurnAccepted>(`/scenes/${id}/turns`, input, key),
  draft: (id: string, body: DraftLine, key: string) => post<TurnAccepted>(`/scenes/${id}/drafts`, body, key),
  note: (id: string, text: string, key: string) => post<NoteWritten>(`/scenes/${id}/notes`, { text }, key),
  seats: (id: string) => get<Page<SeatView>>(`/scenes/${id}/seats`),
  createSeat: (id: string, body: Partial<CreateSeat> & Pick<CreateSeat, 'role'>, key: string) =>
    post<NewSeat>(`/scenes/${id}/seats`, body, key),
  changeSeat: (id: string, seat: string, body: ChangeSeat) =>
    sendJson<SeatView>(`/scenes/${id}/seats/${seat}`, { method: 'PATCH', body }),
  revokeSeat: (id: string, seat: string) =>
    sendJson<SeatView>(`/scenes/${id}/seats/${seat}`, { method: 'DELETE' }),
  renewSeat: (id: string, seat: string, key: string, invitationHours?: number) =>
    post<NewSeat>(
      `/scenes/${id}/seats/${seat}/invitation`,
      invitationHours === undefined ? {} : { invitationHours },
      key,
    ),
  /** @param pictures true adds small pictures of the cast, which take the server a moment */
  lookAtInvitation: (invitation: string, pictures = false) =>
    sendJson<InvitationView>('/seats/look', {
      method: 'POST',
      body: { invitation, pictures },
      idempotencyKey: null,
      asStranger: true,
    }),
  acceptSeat: (body: AcceptSeat, key: string) =>
    sendJson<SeatAccepted>('/seats/accept', {
      method: 'POST',
      body,
      idempotencyKey: key,
      asStranger: true,
    }),
  startDemo: () =>
    sendJson<SeatAccepted>('/demo', { method: 'POST', idempotencyKey: null, asStranger: true }),
  exchangeCode: (code: string) =>
    sendJson<ExchangedKey>('/keys/exchange', {
      method: 'POST',
      body: { code },
      idempotencyKey: null,
      asStranger: true,
    }),
  retryRound: (id: string, n: number) => post<TurnAccepted>(`/scenes/${id}/rounds/${n}/retry`),
  chooseTry: (id: string, n: number, attempt: number) =>
    post<TurnAccepted>(`/scenes/${id}/rounds/${n}/choose`, { attempt }),
  cancelRound: (id: string) => post<Scene>(`/scenes/${id}/cancel`),
  controlRun: (id: string, verb: string) => post<RunControlled>(`/runs/${id}/${verb}`),
  forkRun: (id: string, body: ForkRun) => post<Run>(`/runs/${id}/fork`, body),
  knowledge: (id: string) => get<KnowledgeReading>(`/runs/${id}/knowledge`),
  adventureKnowledge: (id: string) => get<AdventureKnowledge>(`/runs/${id}/knowledge`),
  map: (id: string) => get<MapView>(`/runs/${id}/map`),
  objectives: (id: string) => get<ObjectiveList>(`/runs/${id}/objectives`),
  addObjective: (id: string, body: AddObjective) => post<ObjectiveList>(`/runs/${id}/objectives`, body),
  changeObjective: (id: string, objective: string, body: ChangeObjective) =>
    sendJson<ObjectiveList>(`/runs/${id}/objectives/${objective}`, { method: 'PATCH', body }),
  dropObjective: (id: string, objective: string) =>
    sendJson<ObjectiveList>(`/runs/${id}/objectives/${objective}`, { method: 'DELETE' }),
  orderObjectives: (id: string, order: string[]) =>
    sendJson<ObjectiveList>(`/runs/${id}/objectives/order`, { method: 'PUT', body: { order } }),
  /** Returns as soon as the command is stored; events report its effect. */
  give: (id: string, body: GiveCommand, key: string) =>
    post<CommandGiven>(`/runs/${id}/commands?wait=0`, body, key),
  restoreStory: (id: string, body: RestoreStory, key: string) =>
    post<AdventureRun>(`/runs/${id}/restore`, body, key),
  restoreFile: (id: string, file: File, key: string) =>
    sendJson<AdventureRun>(`/runs/${id}/restore/file`, { method: 'POST', body: file, idempotencyKey: key }),
  saveStory: (id: string, name: string, key: string) =>
    post<AdventureRun>(`/runs/${id}/saves`, { name }, key),
  cover: (id: string) => readPicture(`/games/${id}/cover`),
  deleteStory: (id: string) => send(`/games/${id}`, { method: 'DELETE' }),
  uploadStory: (file: File) =>
    sendJson<StoryGame>(`/games?${new URLSearchParams({ filename: file.name.slice(-400) })}`, {
      method: 'POST',
      body: file,
      timeoutMs: 120_000,
    }),
  /** An export's file name contains the room kind; other files are imported as scenes. */
  importRoom: (file: File) =>
    sendJson<ImportedRoom>(`/${/^(?:run|adv)_/.test(file.name) ? 'runs' : 'scenes'}/import`, {
      method: 'POST',
      body: file,
      timeoutMs: 120_000,
    }),
  adventureTurn: (id: string, n: number) => get<AdventureTurn>(`/runs/${id}/turns/${n}`),
  callsOfTurn: (run: string, turn: number) =>
    get<Page<CallSummary>>(`/calls?room=${run}&round=${turn}&limit=50`),
  changeRun: (id: string, change: ChangeRun) =>
    sendJson<Run>(`/runs/${id}`, { method: 'PATCH', body: change }),
  /** Lists a frame's objects and the changes since another frame; null: positions only. */
  frameObjects: (run: string, frame: number, since: number | null) =>
    get<FrameObjects>(`/runs/${run}/frames/${frame}/objects${since === null ? '' : `?since=${since}`}`),
  /** Simulates these moves (action keys) from a frame. */
  tryMoves: (run: string, frame: number, moves: readonly string[]) =>
    get<TriedMoves>(`/runs/${run}/frames/${frame}/play?moves=${encodeURIComponent(moves.join(';'))}`),
  /** Makes a move in the run itself, instead of its agent. */
  giveMove: (run: string, move: GiveMove) => post<MoveResult>(`/runs/${run}/moves`, move),
  /** Runs of every kind, newest first. */
  runsPage: (cursor: string | null) =>
    get<Page<RunSummary>>(`/runs?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`),
  replay: (run: string, cursor: string | null) =>
    get<ReplayPage>(`/runs/${run}/replay?limit=200${cursor === null ? '' : `&cursor=${cursor}`}`),
  compareRuns: (run: string, other: string) =>
    get<AnyComparison>(`/runs/${run}/compare?with=${encodeURIComponent(other)}`),
  /** Returns each room's cost over the last 30 days, as far as it is indexed. */
  usageByRoom: () => get<Page<UsageRow>>('/usage?by=room&limit=1000'),
  /** Returns the calls of a round, newest first; at most the last 200. */
  callsOfRound: (room: string, n: number) =>
    get<Page<CallSummary>>(`/calls?${new URLSearchParams({ room, round: String(n), limit: '200' })}`),
  /** Returns the calls of a scene from round `first` on, newest first. */
  callsSince: async (room: string, first: number): Promise<Reply<CallSummary[]>> => {
    const calls: CallSummary[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = new URLSearchParams({ room, limit: '200', ...(cursor && { cursor }) });
      const page: Reply<Page<CallSummary>> = await get(`/calls?${query}`);
      if (!page.ok) return page;
      const { items, next } = page.value;
      calls.push(...items.filter(({ round }) => round >= first));
      cursor = items.some(({ round }) => round < first) ? null : next;
    }
    return { ok: true, value: calls };
  },
  call: (id: string) => get<CallDetails>(`/calls/${encodeURIComponent(id)}`),
  report: fetchReport,
};

/** Returns the report of a run as Markdown, whether the server sends it bare or inside JSON. */
async function fetchReport(id: string): Promise<Reply<string>> {
  const reply = await send(`/runs/${id}/report`, { accept: 'text/markdown, application/json;q=0.9' });
  if (!reply.ok) return reply;
  const text = await reply.value.text();
  if (!reply.value.headers.get('content-type')?.includes('json')) return { ok: true, value: text };
  const body = JSON.parse(text) as { markdown?: string };
  return { ok: true, value: body.markdown ?? '' };
}

/** Downloads a file with the key, which a plain link could not send. */
export async function download(path: string, fallbackName: string, accept = '*/*'): Promise<Reply<null>> {
  const reply = await send(path, { accept, timeoutMs: 120_000 });
  if (!reply.ok) return reply;
  const serverName = /filename="?([^";]+)/.exec(reply.value.headers.get('content-disposition') ?? '')?.[1];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await reply.value.blob());
  link.download = serverName ?? fallbackName;
  link.click();
  // The click starts the download; the URL must stay valid a little longer.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return { ok: true, value: null };
}
