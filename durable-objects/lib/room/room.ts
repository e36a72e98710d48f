import { DurableObject } from 'cloudflare:workers';
import type { RateOf } from '../../../src/auth/rates';
import type { JsonObject } from '../../../src/base/json';
import { isTooDeep, toJsonObject } from '../../../src/base/json';
import { SHARES } from '../../../src/base/limits';
import { sleep } from '../../../src/base/sleep';
import { loadTokenizer } from '../../../src/base/tokens';
import { readConfig } from '../../../src/config';
import type { Receipt, Ticket } from '../../../src/contract/access';
import type { CallRecord } from '../../../src/contract/calls';
import type { EventDraft, EventPage, PayloadOf, Viewer } from '../../../src/contract/events/events';
import { type HiddenLines, isHiddenLine } from '../../../src/contract/events/fold/hidden-lines';
import { MAX_STORED_DEPTH } from '../../../src/contract/json';
import { type Failure, fail, ok, type Result } from '../../../src/contract/problems';
import { MAX_REF } from '../../../src/contract/socket-messages';
import { toProblem } from '../../../src/contract/to-problem';
import { type ActionRoom, type AnyAction, type RawInput, unknownAction } from '../../../src/room/actions';
import type { RoomState } from '../../../src/room/room-state';
import type { Address, ExportFile, News, RoomApi } from '../../../src/room/rpc';
import { checkQuota, quotaKey, socketQuota } from '../../../src/room/shares';
import { readSocketAction } from '../../../src/room/socket-actions';
import { redactEvent } from '../../../src/room/visibility';
import type { Bundle } from '../../../src/storage/bundles';
import { type CallStep, callRecord } from '../../../src/storage/index-rows';
import { tenantStub } from '../stubs';
import { createTicket, redeemTicket, storeTicket } from './credentials';
import type { RoomDeps } from './deps';
import type { RoomEngine } from './engine';
import { forgetCalls, forgottenUntil } from './forget-calls';
import type { Ledger } from './ledger';
import type { LoadedRoom } from './loaded-room';
import { RoomCore } from './room-core';
import { loadBundle } from './round-bundle';
import { readMeta } from './schema';
import { Frames } from './sockets';
import { findCall, parseStep } from './step-rows';

/** Files or rounds of an export to read before yielding. */
export const READ_BATCH = 50;
/** Yield after a file with more characters than this. */
const LARGE_FILE_CHARS = 100_000;
/** Maximum characters per export page; an RPC response is limited to 32 MiB. */
const EXPORT_PAGE_CHARS = 4_000_000;

/** Close code for sockets whose messages are rejected repeatedly (RFC 6455: policy violation). */
const CLOSE_POLICY_VIOLATION = 1008;

const READ_ONLY_FAILURE: Failure = {
  code: 'forbidden',
  needs: 'a key with write access; this key is read-only',
  fix: 'Use a key with another scope, or a seat.',
};

const TICKET_FAILURE: Failure = {
  code: 'unauthenticated',
  reason: 'The ticket does not exist, was already used or is older than a minute.',
  fix: 'Create another one: POST …/tickets. Each works once; reconnect with the new one and with ?after=<last seq you received>.',
};

/**
 * Base class of all rooms. Public methods are the RPC interface; `core` is an instance property, which RPC
 * does not expose.
 */
export abstract class Room<S extends RoomState> extends DurableObject<Env> implements RoomApi {
  readonly core: RoomCore<S>;
  readonly #frames = new Frames();
  #exporting: { served: number; files: AsyncGenerator<ExportFile> } | null = null;

  constructor(ctx: DurableObjectState, env: Env, engine: RoomEngine<S>) {
    super(ctx, env);
    this.core = new RoomCore(ctx, env, engine);
  }

  async perform(
    name: string,
    input: RawInput,
    receipt: Receipt | null,
    viewer: Viewer,
  ): Promise<Result<JsonObject>> {
    const action = this.actions.find((one) => one.name === name);
    if (!action) return fail(unknownAction(name));
    if (viewer.readsOnly && action.method !== 'get') return fail(READ_ONLY_FAILURE);
    const room = this.actionRoom(receipt, viewer);
    if (!room.ok) return room;
    // Routes and messages have validated the input against this action's schemas.
    return action.run(room.value, input as Parameters<typeof action.run>[1]);
  }

  async events(query: { after: number; limit: number }, viewer: Viewer): Promise<Result<EventPage>> {
    return this.#look(viewer, ({ ledger }, viewerNow) =>
      eventPage(ledger, query, viewerNow, this.core.hiddenLines()),
    );
  }

  async news(query: { after: number; limit: number }, viewer: Viewer): Promise<Result<News>> {
    return this.#look(viewer, ({ ledger, hops }, viewerNow) => {
      const hiddenLines = this.core.hiddenLines();
      const page = eventPage(ledger, query, viewerNow, hiddenLines);
      // Programs and channels receive no hidden lines, including the owner's webhooks.
      const events = page.events.filter((event) => !isHiddenLine(hiddenLines, event));
      return { ...page, events, hops: hops.hopsFor(events) };
    });
  }

  async headAt(at: string): Promise<Result<number>> {
    const readAdopted = () => Number(readMeta(this.ctx.storage.sql, 'adopted') ?? '0');
    return this.core.look(({ ledger }) => Math.max(readAdopted(), ledger.headAt(at)));
  }

  async noteWebhook(payload: PayloadOf<'webhook.disabled'>, receipt: Receipt): Promise<Result<null>> {
    const note: EventDraft = { kind: 'webhook.disabled', actor: 'system', audience: ['owner'], payload };
    return this.core.accept(
      receipt,
      () => ok([note]),
      () => null,
    );
  }

  async issueTicket(viewer: Viewer): Promise<Result<Ticket>> {
    const opening = this.core.open();
    if (!opening.ok) return opening;
    const viewerNow = this.resolveViewer(viewer);
    if (!viewerNow.ok) return viewerNow;
    const may = this.drawRate('opened', viewerNow.value);
    if (!may.ok) return may;
    const now = Date.now();
    const { ticket, hash } = await createTicket(opening.value.address.tenant, now);
    storeTicket(this.ctx.storage.sql, hash, viewer, now);
    return ok(ticket);
  }

  async redeemTicket(ticket: string): Promise<Result<Viewer>> {
    const opening = this.core.open();
    if (!opening.ok) return opening;
    const viewer = await redeemTicket(this.ctx.storage.sql, ticket, Date.now());
    return viewer ? ok(viewer) : fail(TICKET_FAILURE);
  }

  async closeConnections(key: string): Promise<Result<null>> {
    this.core.credentials.end(key);
    return ok(null);
  }

  async readCall(round: number, n: number): Promise<Result<CallRecord>> {
    const opening = this.core.open();
    if (!opening.ok) return opening;
    const { id } = opening.value.address;
    const row = findCall(this.ctx.storage.sql, round, n);
    if (row) return ok(callRecord(id, parseStep<CallStep>(row)));
    if (round <= forgottenUntil(this.ctx.storage.sql))
      return fail({ code: 'gone', what: 'call', id: `${id}.${round}.${n}` });
    const step = (await this.bundle(round))?.steps.find((stored) => stored.n === n);
    return step
      ? ok(callRecord(id, step))
      : fail({ code: 'not_found', what: 'call', id: `${id}.${round}.${n}` });
  }

  async forgetCalls(before: string): Promise<Result<boolean>> {
    const opening = this.core.open();
    return opening.ok ? ok(await forgetCalls(this.ctx, this.env, opening.value, before)) : opening;
  }

  async exportPage(cursor: string | null): Promise<Result<{ files: ExportFile[]; next: string | null }>> {
    const opening = this.core.open();
    if (!opening.ok) return opening;
    const from = Number(cursor ?? '0');
    // Clear it first: two concurrent exports must not share a generator.
    const cachedExport = from > 0 && this.#exporting?.served === from ? this.#exporting : null;
    if (cachedExport) this.#exporting = null;
    const exporting = cachedExport ?? { served: 0, files: this.exportFiles() };
    while (exporting.served < from && !(await exporting.files.next()).done) exporting.served += 1;
    const files: ExportFile[] = [];
    for (let size = 0; size < EXPORT_PAGE_CHARS; ) {
      const next = await exporting.files.next();
      if (next.done) return ok({ files, next: null });
      files.push(next.value);
      exporting.served += 1;
      const length = (next.value.text ?? next.value.base64 ?? '').length;
      if (length > LARGE_FILE_CHARS || exporting.served % READ_BATCH === 0) await sleep(0);
      size += length;
    }
    this.#exporting = exporting;
    return ok({ files, next: String(exporting.served) });
  }

  async erase(): Promise<Result<null>> {
    return this.core.erase();
  }

  /** WebSocket upgrades only. See {@link RoomApi}. */
  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const viewerResult = this.core.open().ok ? await this.#viewer(request, url) : null;
    const good = viewerResult ? await this.core.credentials.check(viewerResult) : fail(TICKET_FAILURE);
    // Open it again: the room may have changed during the credential check.
    const opening = this.core.open();
    if (!opening.ok) return Response.json(opening.failure, { status: 404 });
    const viewer =
      viewerResult && good.ok
        ? this.resolveViewer(viewerResult)
        : fail(good.ok ? TICKET_FAILURE : good.failure);
    if (!viewer.ok)
      return Response.json(viewer.failure, { status: viewer.failure.code === 'unavailable' ? 503 : 401 });
    const { limits } = readConfig(this.env);
    const free = checkQuota(this.core.sockets.count(viewer.value), socketQuota(limits.sockets));
    const may = free.ok ? this.drawRate('opened', viewer.value) : free;
    if (!may.ok) return Response.json(may.failure, { status: 429 });
    const after = Number(url.searchParams.get('after') ?? '0');
    const { 0: client, 1: server } = new WebSocketPair();
    this.core.sockets.accept(
      server,
      viewer.value,
      opening.value.ledger,
      Number.isFinite(after) && after > 0 ? after : 0,
    );
    this.onOpened(viewer.value);
    this.ctx.waitUntil(warmUp(this.env, opening.value.address, this.core.deps));
    return new Response(null, { status: 101, webSocket: client });
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const isOpen = () => socket.readyState === WebSocket.OPEN;
    // Drop messages that arrive after the close.
    const answer = isOpen() && (await this.#answer(socket, message));
    if (answer && isOpen()) socket.send(JSON.stringify(answer));
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    // 1005 and 1006 mean "no code received" and must not be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code, reason);
    this.onClosed(this.core.sockets.viewerOfSocket(socket));
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.onClosed(this.core.sockets.viewerOfSocket(socket));
  }

  override async alarm(): Promise<void> {
    await this.core.alarm();
  }

  protected abstract readonly actions: readonly AnyAction[];

  /** The room for its actions. Fails if there is no room or the caller has lost access. */
  protected actionRoom(receipt: Receipt | null, asked: Viewer): Result<ActionRoom<S>> {
    const opening = this.core.open();
    if (!opening.ok) return opening;
    const viewer = this.resolveViewer(asked);
    if (!viewer.ok) return viewer;
    const { core } = this;
    const { state, ledger } = opening.value;
    return ok({
      viewer: viewer.value,
      receipt,
      state,
      ledger,
      accept: (decide, view) => core.accept(receipt, decide, view),
      retry: (n, before, view, attempt) => core.retry(n, receipt, before, view, attempt),
    });
  }

  /** Handles messages `{type, ref?, …}` that are not actions; the caller adds `ref`. null: no response. */
  protected abstract onOtherMessage(
    viewer: Viewer,
    message: JsonObject,
    socket: WebSocket,
  ): Result<JsonObject | null>;
  protected abstract exportFiles(): AsyncGenerator<ExportFile>;

  /** Returns the viewer with its current rights; fails if it has lost access. */
  protected resolveViewer(viewer: Viewer): Result<Viewer> {
    return ok(viewer);
  }
  /** Called after a socket opened and received the events it missed. */
  protected onOpened(_viewer: Viewer): void {}
  protected onClosed(_viewer: Viewer): void {}

  protected async bundle(round: number): Promise<Bundle | null> {
    const opening = this.core.open();
    if (!opening.ok) return null;
    const { address, ledger } = opening.value;
    return await loadBundle(this.env.BUCKET, this.ctx.storage.sql, ledger, address, round);
  }

  #look<T>(viewer: Viewer, show: (loadedRoom: LoadedRoom<S>, viewerNow: Viewer) => T): Result<T> {
    const viewerNow = this.resolveViewer(viewer);
    return viewerNow.ok ? this.core.look((loadedRoom) => show(loadedRoom, viewerNow.value)) : viewerNow;
  }

  async #answer(socket: WebSocket, message: string | ArrayBuffer): Promise<JsonObject | null> {
    const viewer = this.core.sockets.viewerOfSocket(socket);
    const { taken, isLast } = this.#frames.take(socket, viewer, message, Date.now());
    const isCounted = readConfig(this.env).rateLimits;
    const refusal = taken.ok || (taken.failure.code === 'too_many' && !isCounted) ? null : taken;
    if (refusal && isLast && isCounted) {
      socket.close(CLOSE_POLICY_VIOLATION, 'too many messages that were refused');
      return null;
    }
    // Parse rate-limited messages only for their `ref`; skip messages that are too large.
    const request = refusal?.failure.code === 'too_large' ? refusal : readMessage(message);
    const ref: JsonObject = request.ok && request.value.ref !== undefined ? { ref: request.value.ref } : {};
    if (!refusal && request.ok && request.value.type === 'ping') return { type: 'pong', ...ref };
    const good = refusal ?? (request.ok ? await this.core.credentials.check(viewer) : request);
    const result = good.ok && request.ok ? await this.#onMessage(viewer, request.value, socket) : good;
    if (result.ok) return result.value && { ...result.value, ...ref };
    return { type: 'problem', ...ref, problem: toJsonObject(toProblem(result.failure)) };
  }

  async #onMessage(
    viewer: Viewer,
    message: JsonObject,
    socket: WebSocket,
  ): Promise<Result<JsonObject | null>> {
    const request = readSocketAction(this.actions, viewer, message);
    if (request === null)
      return viewer.readsOnly ? fail(READ_ONLY_FAILURE) : this.onOtherMessage(viewer, message, socket);
    if (!request.ok) return request;
    const { action, input, receipt } = request.value;
    const outcome = await this.perform(action.name, input, receipt, viewer);
    if (!outcome.ok) return outcome;
    // Inputs return their position; results of other actions arrive as events.
    return ok(action.wait ? { type: 'accepted', ...outcome.value } : { type: 'done' });
  }

  /** Counts a seat's use of the room across all routes. Owners have no limit. */
  protected drawRate(of: RateOf, viewer: Viewer, cost = 1): Result<null> {
    const sharer = quotaKey(viewer);
    if (sharer === undefined || !readConfig(this.env).rateLimits) return ok(null);
    return this.#frames.ofSeats.draw(of, sharer, Date.now(), cost);
  }

  protected drawWriteRate(viewer: Viewer, said: object): Result<null> {
    const chars = 'text' in said && typeof said.text === 'string' ? said.text.length : 0;
    return this.drawRate('written', viewer, SHARES.written + chars);
  }

  async #viewer(request: Request, url: URL): Promise<Viewer | null> {
    const ticket = url.searchParams.get('ticket');
    if (ticket) return redeemTicket(this.ctx.storage.sql, ticket, Date.now());
    // Only our own Worker can reach `fetch`; it sets this header itself and never forwards a caller's.
    const header = request.headers.get('x-viewer');
    return header ? (JSON.parse(header) as Viewer) : null;
  }
}

let isWarm = false;

/** Prepares an isolate for its first round while people read: 300 ms of processor. Never throws. */
async function warmUp(env: Env, { tenant }: Address, { capability }: RoomDeps): Promise<void> {
  // Hundreds of sockets may open at once after a restart.
  if (isWarm) return;
  isWarm = true;
  // Let the socket open first.
  await sleep(0);
  const rehearsal = import('../../../src/model/rehearse').then(({ rehearseCalls }) => rehearseCalls());
  const waking = tenantStub(env, tenant).savedProviders();
  const parts = await Promise.allSettled([loadTokenizer(), rehearsal, capability.recall(), waking]);
  // The round reports errors. Another socket tries again.
  isWarm = parts.every(({ status }) => status === 'fulfilled');
}

/** Oldest first, filtered to the viewer. */
function eventPage(
  ledger: Ledger,
  { after, limit }: { after: number; limit: number },
  viewer: Viewer,
  hidden: HiddenLines,
): EventPage {
  const page = ledger.page(after, limit);
  const last = page.at(-1)?.seq ?? after;
  const events = page.flatMap((event) => redactEvent(event, viewer, hidden) ?? []);
  return { events, next: last < ledger.head ? String(last) : null, head: ledger.head };
}

function readMessage(message: string | ArrayBuffer): Result<JsonObject> {
  if (typeof message !== 'string') return fail(invalid('', 'must be text containing a JSON object'));
  try {
    const value: unknown = JSON.parse(message);
    // Validation, and serializing `ref`, recurse to the full depth.
    if (isTooDeep(value, MAX_STORED_DEPTH))
      return fail(invalid('', `may have at most ${MAX_STORED_DEPTH} levels of objects and arrays`));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const { ref } = value as JsonObject;
      if (ref !== undefined && JSON.stringify(ref).length > MAX_REF)
        return fail(invalid('/ref', `must have at most ${MAX_REF} characters as JSON`));
      return ok(value as JsonObject);
    }
  } catch {
    // Handled below.
  }
  return fail(invalid('', 'must be a JSON object; look for a missing quote, comma or brace'));
}

export const invalid = (pointer: string, message: string): Failure => ({
  code: 'invalid',
  errors: [{ pointer, message }],
});
