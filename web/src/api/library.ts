import type { JsonObject } from '../../../src/base/json';
import type { Caller, CreateKey, KeySummary, NewKey, NewTenant } from '../../../src/contract/access';
import type { CreateScene } from '../../../src/contract/create-scene';
import type {
  Deletion,
  ImportedItem,
  LibraryItem,
  LibraryKind,
  LibrarySummary,
} from '../../../src/contract/library';
import type { TriedLore, TryLore } from '../../../src/contract/lore';
import type { RunSummary } from '../../../src/contract/runs';
import type { Scene, SceneSummary } from '../../../src/contract/scenes';
import type { TenantSummary, TenantView } from '../../../src/contract/tenants';
import { KINDS } from '../library/kinds';
import { type Page, post, readPicture, send, sendJson } from './api';

/** Upload timeout: imported files may be large, and connections slow. */
export const UPLOAD_MS = 120_000;

const itemPath = (kind: LibraryKind, id?: string): string =>
  `/${KINDS[kind].collection}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

/** Builds a query string; leaves out parts that are null or empty. */
const query = (parts: Record<string, string | number | null | undefined>): string => {
  const entries = Object.entries(parts).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
};

export interface ListQuery {
  q?: string;
  cursor?: string | null;
  limit?: number;
  /** Rooms: newest first, or last played first. */
  order?: 'created' | 'activity';
  parent?: string;
}

export const library = {
  list: (kind: LibraryKind, { q, cursor, limit = 50, parent }: ListQuery = {}) =>
    sendJson<Page<LibrarySummary>>(`${itemPath(kind)}${query({ q, cursor, limit, parent })}`),
  read: <K extends LibraryKind>(kind: K, id: string) => sendJson<LibraryItem<K>>(itemPath(kind, id)),
  /** @param idempotencyKey the same for the same body, so that a lost answer can be asked for again */
  create: <K extends LibraryKind>(kind: K, body: JsonObject, idempotencyKey: string) =>
    sendJson<LibraryItem<K>>(itemPath(kind), { method: 'POST', body, idempotencyKey }),
  /** Changes these fields of this version; 412 when a newer one exists. */
  change: <K extends LibraryKind>(kind: K, id: string, change: JsonObject, version: number) =>
    sendJson<LibraryItem<K>>(itemPath(kind, id), { method: 'PATCH', body: change, version }),
  /** Lists what a deletion would also remove, without deleting. */
  planDeletion: (kind: LibraryKind, id: string) =>
    sendJson<Deletion>(`${itemPath(kind, id)}?dryRun=1&cascade=1`, { method: 'DELETE' }),
  /** Deletes it and everything under it. */
  remove: (kind: LibraryKind, id: string) =>
    sendJson<Deletion>(`${itemPath(kind, id)}?cascade=1`, { method: 'DELETE' }),
  importFile: (kind: 'character' | 'lorebook', file: File) => {
    const name = kind === 'lorebook' ? file.name.replace(/\.[A-Za-z0-9]{1,8}$/, '').slice(0, 200) : '';
    return sendJson<ImportedItem>(`${itemPath(kind)}/import${query({ name: name.trim() })}`, {
      method: 'POST',
      body: file,
      timeoutMs: UPLOAD_MS,
    });
  },
  /** @param picture a PNG of at most 1 MiB; null removes it */
  setPortrait: (id: string, picture: Blob | null) =>
    send(`${itemPath('character', id)}/portrait`, {
      method: picture ? 'PUT' : 'DELETE',
      ...(picture && { body: picture }),
      timeoutMs: UPLOAD_MS,
    }),
  tryLore: (body: TryLore) =>
    sendJson<TriedLore>('/lorebooks/try', { method: 'POST', body, idempotencyKey: null }),
  portrait: (id: string) => readPicture(`${itemPath('character', id)}/portrait`),
};

export const rooms = {
  scenes: (search: ListQuery) => sendJson<Page<SceneSummary>>(`/scenes${query({ limit: 20, ...search })}`),
  runs: (search: ListQuery) => sendJson<Page<RunSummary>>(`/runs${query({ limit: 20, ...search })}`),
  createScene: (body: CreateScene) => post<Scene>('/scenes', body),
  rename: (room: string, title: string) =>
    sendJson<unknown>(`/${room}`, { method: 'PATCH', body: { title } }),
  /** Deletes a room, `scenes/scn_…` or `runs/run_…`, and everything kept about it. */
  remove: (room: string) => send(`/${room}`, { method: 'DELETE' }),
};

export const access = {
  me: () => sendJson<Caller>('/me'),
  keys: () => sendJson<Page<KeySummary>>('/keys'),
  createKey: (body: CreateKey, idempotencyKey: string) =>
    sendJson<NewKey>('/keys', { method: 'POST', body: { ...body }, idempotencyKey }),
  rotateKey: (id: string, graceSeconds: number, idempotencyKey: string) =>
    sendJson<NewKey>(`/keys/${encodeURIComponent(id)}/rotate`, {
      method: 'POST',
      body: { graceSeconds },
      idempotencyKey,
    }),
  revokeKey: (id: string) => sendJson<KeySummary>(`/keys/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  tenants: (cursor: string | null) =>
    sendJson<Page<TenantSummary>>(`/tenants${query({ cursor, limit: 100 })}`),
  tenant: (name: string) => sendJson<TenantView>(`/tenants/${name}`),
  createTenant: (name: string, label: string, idempotencyKey: string) =>
    sendJson<NewTenant>('/tenants', { method: 'POST', body: { name, label }, idempotencyKey }),
  deleteTenant: (name: string) => sendJson<TenantView>(`/tenants/${name}`, { method: 'DELETE' }),
};
