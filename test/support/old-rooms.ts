import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { unzipSync } from 'fflate';
import { inject } from 'vitest';
import { until } from './rooms';
import { call, get } from './stage-client';

/**
 * Rooms as an earlier version of the code stored them, in test/fixtures/rooms:
 *
 * - `<name>.room.json.br`: all stored data of one room, an {@link OldRoom}. `RECORD_ROOMS=rooms npx vitest
 *   run --project workers test/workers/record-rooms.test.ts` plays all rooms with the current code and writes
 *   them.
 * - `<name>.answers.json.br`: the answers of the code that wrote the room when it opens it again and
 *   continues it. `RECORD_ROOMS=answers npx vitest run --project workers test/workers/old-rooms.test.ts`
 *   writes it.
 *
 * Write both with the code before a change, never with the code after it.
 */

const TENANT = 'local';

export type RoomKind = 'scenes' | 'runs' | 'adventures';
type Cell = string | number | null | { bytes: string };
type Row = Record<string, Cell>;

interface Database {
  schema: string[];
  rows: Record<string, Row[]>;
}

export interface OldRoom {
  id: string;
  kind: RoomKind;
  /** Later times in answers are from the test itself. */
  writtenAt: string;
  seats: Record<string, string>;
  room: Database;
  alarm: boolean;
  world: Database | null;
  index: Record<string, Row[]>;
  bundles: Record<string, string>;
}

const INDEX = {
  rooms: 'id',
  rounds: 'room',
  calls: 'room',
  frame_diffs: 'room',
  story_notes: 'run',
  story_knowledge: 'run',
} as const;

const base64 = (bytes: ArrayBuffer | Uint8Array): string => {
  let text = '';
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
  return btoa(text);
};
const bytesOf = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const through = (body: ReadableStream | null, change: ReadableWritablePair): Response =>
  new Response(body?.pipeThrough(change));

const NAMESPACES = { scenes: env.SCENES, runs: env.RUNS, adventures: env.ADVENTURES };
export const roomObject = (kind: RoomKind, id: string): DurableObjectStub => {
  const namespace = NAMESPACES[kind] as DurableObjectNamespace;
  return namespace.get(namespace.idFromName(`${TENANT}/${id}`));
};
const worldObject = (id: string): DurableObjectStub =>
  env.WORLDS.get(env.WORLDS.idFromName(`${TENANT}/${id}`)) as DurableObjectStub;

/** The members of a room object that tests use. */
export interface RoomInside {
  core: {
    probe: (step: string, point: string) => Promise<void>;
    open: () => { ok: true; value: { state: unknown } } | { ok: false };
    rebuild: () => unknown;
    isPlaying: boolean;
  };
}
export const insideRoom = <T>(
  kind: RoomKind,
  id: string,
  act: (room: RoomInside, state: DurableObjectState) => T | Promise<T>,
): Promise<T> =>
  runInDurableObject(roomObject(kind, id), (room, state) => act(room as unknown as RoomInside, state));

/** True for a full-text table, which SQLite does not dump, and its shadow tables. */
const isSearched = (statement: string | null) => statement?.startsWith('CREATE VIRTUAL') ?? false;

/** Copies every table of an object except full-text tables. */
export function dumpDatabase({ sql }: DurableObjectStorage): Database {
  const all = sql
    .exec<{ name: string; sql: string | null }>(
      "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%' ORDER BY rowid",
    )
    .toArray();
  const searched = all.filter((table) => isSearched(table.sql));
  const isPartOf = (name: string) => searched.some((table) => name.startsWith(`${table.name}_`));
  const own = all.filter(({ name, sql: statement }) => statement !== null && !isPartOf(name));
  const rows: Database['rows'] = {};
  for (const { name, sql: statement } of own)
    if (statement?.startsWith('CREATE TABLE'))
      rows[name] = sql.exec(`SELECT * FROM "${name}"`).toArray().map(packRow);
  return { schema: own.map(({ sql: statement }) => statement ?? ''), rows };
}

const packRow = (row: Record<string, unknown>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof ArrayBuffer ? { bytes: base64(value) } : (value as Cell),
    ]),
  );
const unpackCell = (cell: Cell): SqlStorageValue =>
  typeof cell === 'object' && cell !== null ? (bytesOf(cell.bytes).buffer as ArrayBuffer) : cell;

function loadDatabase({ sql }: DurableObjectStorage, { schema, rows }: Database): void {
  for (const statement of schema) sql.exec(statement);
  for (const [name, tableRows] of Object.entries(rows)) {
    for (const row of tableRows) {
      const columns = Object.keys(row);
      sql.exec(
        `INSERT INTO "${name}" (${columns.map((column) => `"${column}"`)}) VALUES (${columns.map(() => '?')})`,
        ...Object.values(row).map(unpackCell),
      );
    }
  }
}

/** The tokenizer of memories, as of the code that wrote them. */
type WordsOf = (text: string) => string[];

function dumpWorld(storage: DurableObjectStorage, wordsOf: WordsOf): Database {
  const database = dumpDatabase(storage);
  const { memories = [] } = database.rows;
  database.rows.words = memories.map(({ id = null, character, text }) => ({
    rowid: id,
    who: [...String(character)].map((letter) => String(letter.codePointAt(0)).padStart(7, '0')).join(''),
    what: [...new Set(wordsOf(String(text)))].join(' '),
  }));
  return database;
}

export async function dumpBeside(
  id: string,
  wordsOf: WordsOf,
): Promise<Pick<OldRoom, 'world' | 'index' | 'bundles'>> {
  const world = id.startsWith('scn_')
    ? await runInDurableObject(worldObject(id), (_world, { storage }) => dumpWorld(storage, wordsOf))
    : null;
  const index: OldRoom['index'] = {};
  for (const [table, column] of Object.entries(INDEX)) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).bind(id).all();
    index[table] = results.map(packRow);
  }
  const bundles: OldRoom['bundles'] = {};
  const { objects } = await env.BUCKET.list({ prefix: `rooms/${TENANT}/${id}/` });
  for (const { key } of objects) {
    const object = await env.BUCKET.get(key);
    if (object) bundles[key] = await through(object.body, new DecompressionStream('gzip')).text();
  }
  return { world, index, bundles };
}

/** Alarms are set this far ahead, so that only the test triggers them. */
const ALARM_MS = 600_000;

/** Restores the stored data of a room. Its object restarts on the next call. */
export async function restoreRoom(old: OldRoom): Promise<void> {
  const load = (stub: DurableObjectStub, database: Database, alarm = false) =>
    runInDurableObject(stub, async (_object, state) => {
      await state.storage.deleteAlarm();
      await state.storage.deleteAll();
      loadDatabase(state.storage, database);
      if (alarm) await state.storage.setAlarm(Date.now() + ALARM_MS);
      await state.storage.sync();
      state.abort('the test starts the object anew');
    }).catch((error: unknown) => {
      if (!String(error).includes('starts the object anew')) throw error;
    });
  await load(roomObject(old.kind, old.id), old.room, old.alarm);
  if (old.world) await load(worldObject(old.id), old.world);
  for (const [table, column] of Object.entries(INDEX)) {
    await env.DB.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).bind(old.id).run();
    for (const row of old.index[table] ?? []) {
      const columns = Object.keys(row);
      const statement = `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`;
      await env.DB.prepare(statement)
        .bind(...Object.values(row).map(unpackCell))
        .run();
    }
  }
  for (const [key, json] of Object.entries(old.bundles)) {
    const packed = through(new Response(json).body, new CompressionStream('gzip'));
    await env.BUCKET.put(key, await packed.arrayBuffer());
  }
}

/** An answer: its status, and the comparable part of its body. */
export type Answers = Record<string, { status: number; body: unknown }>;

/** Every route that reads a room. */
export async function readAll(old: OldRoom): Promise<Answers> {
  const path = old.kind === 'scenes' ? `/v1/scenes/${old.id}` : `/v1/runs/${old.id}`;
  const answers: Answers = {};
  const read = async (row: string, key?: string) => {
    const asked = key === undefined ? {} : { key };
    answers[key === undefined ? row : `${row} (seat)`] = await answerOf(old, row, asked);
  };
  await read(`GET ${path}`);
  await read(`GET ${path}/events?limit=1000`);
  const { rounds = 0, turns = 0 } = await get<{ rounds?: number; turns?: number }>(`GET ${path}`);
  const numbers = Array.from({ length: rounds + turns }, (_, i) => i + 1);
  if (old.kind === 'scenes') {
    for (const n of numbers) await read(`GET ${path}/rounds/${n}`);
    for (const part of ['rounds?limit=100', 'audit', 'telemetry', 'memories', 'seats'])
      await read(`GET ${path}/${part}`);
    for (const token of Object.values(old.seats))
      for (const part of ['', '/events?limit=1000', '/rounds?limit=100'])
        await read(`GET ${path}${part}`, token);
  } else {
    for (const n of numbers) await read(`GET ${path}/turns/${n}`);
    for (const part of ['knowledge', 'replay?limit=500', 'report', 'transcript', 'map', 'objectives'])
      await read(`GET ${path}/${part}`);
    if (old.kind === 'runs') for (const n of [1, 2]) await read(`GET ${path}/frames/${n}/objects`);
  }
  await read(`GET ${path}/export`);
  const calls = `GET /v1/calls?room=${old.id}&limit=100`;
  await read(calls);
  const { items } = await get<{ items: { id: string }[] }>(calls);
  for (const { id } of items) await read(`GET /v1/calls/${id}`);
  return answers;
}

/** One answer, without values that differ between two runs of the test. */
export async function answerOf(
  { writtenAt }: OldRoom,
  row: string,
  asked: Parameters<typeof call>[1] = {},
): Promise<Answers[string]> {
  const response = await call(row, asked);
  const { status } = response;
  if (response.headers.get('Content-Type') !== 'application/zip') {
    return { status, body: readJson(withoutNow(await response.text(), writtenAt)) };
  }
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const texts = Object.entries(files).map(([name, bytes]) => [
    name,
    name.endsWith('.png') ? base64(bytes) : withoutNow(new TextDecoder().decode(bytes), writtenAt),
  ]);
  return { status, body: Object.fromEntries(texts) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const LATENCY = /("latency(?:Ms|_ms)\\?":\s*)\d+/g;

/** Replaces times of the test itself, and latencies. */
const withoutNow = (text: string, writtenAt: string): string =>
  text.replace(TIME, (time) => (time > writtenAt ? '<later>' : time)).replace(LATENCY, '$1 0');

export async function atRest({ kind, id }: Pick<OldRoom, 'kind' | 'id'>): Promise<void> {
  if (kind === 'scenes')
    await until(() => get<SceneAtRest>(`GET /v1/scenes/${id}`)).holds(
      ({ round, queued, autonomy, failed }) =>
        round === null && autonomy === null && (queued === 0 || failed !== null),
    );
  else
    await until(() => get<RunAtRest>(`GET /v1/runs/${id}`)).holds(
      ({ turn, status, failed, waitsFor }) =>
        failed !== null || waitsFor != null || (turn === null && status !== 'running'),
    );
  // Before that, a step gets its answer before its turn has begun.
  await until(() => insideRoom(kind, id, ({ core }) => core.isPlaying)).holds((isPlaying) => !isPlaying);
}
interface SceneAtRest {
  round: unknown;
  queued: number;
  autonomy: unknown;
  failed: unknown;
}
interface RunAtRest {
  turn: unknown;
  status: string;
  failed: unknown;
  waitsFor?: unknown;
}

const isRecording = (what: 'rooms' | 'answers') => inject('recorded') === what;
export const recordsRooms = (): boolean => isRecording('rooms');
export const recordsAnswers = (): boolean => isRecording('answers');

export async function writeFixture(file: string, value: unknown): Promise<void> {
  const body = JSON.stringify(value);
  const response = await fetch(`${inject('roomShelfUrl')}/${file}.json`, { method: 'PUT', body });
  if (!response.ok) throw new Error(`${file} was not written: ${response.status}`);
}

export async function readFixture<T>(file: string): Promise<T> {
  const response = await fetch(`${inject('roomShelfUrl')}/${file}.json`);
  if (!response.ok) throw new Error(`there is no fixture ${file}`);
  return response.json() as Promise<T>;
}

/** An observation of a caller's own game: a token on a board of 8×8, `x` cells to the right. */
export const observation = (x: number) => ({
  frames: Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: 8 }, (__, col) => (row === 3 && col === x ? 9 : 0)),
  ),
  availableActions: [1, 2, 3, 4],
});
