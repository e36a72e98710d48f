import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Problem } from '../../src/api/problems';
import { buildBlorb, escapeXml, writeRecord } from './blorb';
import { Refused } from './client';

/**
 * A tenant as a zip, and a tenant made again from one, by the API alone: a key of the tenant is enough, and the other stage
 * may have another version. What a backup can't hold stands in `LEFT_OUT` and in docs/operating.md.
 */

/** The stage, as far as it is asked: a path, and what `fetch` takes. The key is added by who gives it. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

export interface BackupHost {
  send: Send;
  sleep: (ms: number) => Promise<void>;
  /** Told of each part that is done. */
  say: (line: string) => void;
}

/** A file of the backup. */
export interface BackupFile {
  path: string;
  bytes: Uint8Array;
}

const FORMAT = 'proscenium-backup';
const VERSION = 1;

/** Parts of a tenant that no backup has, because they are secret or belong to the stage. */
export const LEFT_OUT = [
  'API keys, keys of providers, tokens and invitations of seats',
  'secrets of webhooks and hooks: restored ones get new ones',
  'calls as they were listed: they are in the exports of their rooms, to be read',
  "the operator's budget and retention",
] as const;

/** Collections of the library: what others name comes before them. */
const LIBRARY = ['lorebooks', 'worlds', 'campaigns', 'arcs', 'characters', 'personas', 'profiles'] as const;
const LIBRARY_ID = /\b(?:wld|cmp|arc|chr|per|lor|prf)_[0-9a-z]{20}\b/g;
const ROOM_ID = /\b(?:scn|run|adv)_[0-9a-z]{20}\b/g;
/** Files of a room's export that its import reads. */
const NEEDED = /^(?:export\.json|scene\.json|(?:ledger|events)\.jsonl|ledger\/\d{4}\.jsonl)$/;
/** Answers after which the same request may succeed. */
const PASSING = new Set([429, 502, 503, 504]);
const TRIES = 6;

interface Item {
  id: string;
  createdAt?: string;
}
interface Manifest {
  format: typeof FORMAT;
  version: number;
  id: string;
  createdAt: string;
  counts: Record<string, number>;
  leftOut: readonly string[];
}

/** An uploaded story, with what the Blorb told that it came in; a stage of before that knows neither. */
interface Labelled {
  title: string;
  author?: string | null;
  cover?: string | null;
}

/** The file of a story; in a Blorb, where it has an author or a cover, so that an upload brings them back. */
async function readStory(
  host: BackupHost,
  { id, title, author, cover }: Item & Labelled,
): Promise<Uint8Array> {
  const story = await bytesOf(await ask(host, `/v1/games/${id}/file`));
  if (!author && !cover) return story;
  const picture = cover ? await ask(host, `/v1/games/${id}/cover`, {}, [404]) : null;
  return buildBlorb({
    story,
    record: writeRecord(escapeXml(title), escapeXml(author ?? '')),
    ...(picture?.ok && {
      cover: { type: cover === 'image/png' ? 'PNG ' : 'JPEG', bytes: await bytesOf(picture) },
    }),
  });
}

/**
 * Reads a tenant whole. Rooms may be played meanwhile: each is as it was when its turn came.
 *
 * @throws Refused when the stage refuses a part: a backup is whole or none
 */
export async function* backUpTenant(host: BackupHost): AsyncGenerator<BackupFile, Manifest> {
  const counts: Record<string, number> = {};
  for (const collection of LIBRARY) {
    const items = await listAll<Item>(host, `/v1/${collection}`);
    counts[collection] = items.length;
    for (const { id } of oldestFirst(items)) {
      yield jsonFile(`library/${collection}/${id}.json`, await getJson(host, `/v1/${collection}/${id}`));
      if (collection !== 'characters') continue;
      const picture = await ask(host, `/v1/characters/${id}/portrait`, {}, [404]);
      if (picture.ok) yield { path: `portraits/${id}.png`, bytes: await bytesOf(picture) };
    }
  }
  const games = await listAll<Item & Labelled>(host, '/v1/games');
  const stories = games.filter(({ id }) => id.startsWith('story-'));
  counts.stories = stories.length;
  for (const story of stories) {
    const { id, title } = story;
    yield jsonFile(`stories/${id}.json`, { id, title });
    yield { path: `stories/${id}.z`, bytes: await readStory(host, story) };
  }
  for (const collection of ['scenes', 'runs'] as const) {
    const rooms = await listAll<Item>(host, `/v1/${collection}`);
    counts[collection] = rooms.length;
    for (const { id } of oldestFirst(rooms)) {
      const bytes = await bytesOf(await ask(host, `/v1/${collection}/${id}/export`));
      yield { path: `${collection}/${id}.zip`, bytes };
    }
    host.say(`${rooms.length} ${collection}`);
  }
  for (const collection of ['webhooks', 'hooks'] as const) {
    const items = await listAll<Item>(host, `/v1/${collection}`);
    counts[collection] = items.length;
    yield jsonFile(`${collection}.json`, oldestFirst(items));
  }
  for (const [name, path] of Object.entries({ budgets: '/v1/budgets', retention: '/v1/retention' }))
    yield jsonFile(`${name}.json`, await getJson(host, path));
  yield jsonFile('usage.json', await listAll(host, '/v1/usage?from=2020-01-01&by=day&split=model'));
  const manifest: Manifest = {
    ...{ format: FORMAT, version: VERSION, id: crypto.randomUUID(), createdAt: new Date().toISOString() },
    ...{ counts, leftOut: LEFT_OUT },
  };
  // Last: a file that was cut off has none, and is refused.
  yield jsonFile('backup.json', manifest);
  return manifest;
}

/** Result of a restore. */
export interface Restored {
  /** New ids by old ones. */
  ids: Record<string, string>;
  /** Secrets of new webhooks and hooks, by their new ids: nobody shows them again. */
  secrets: Record<string, string>;
  /** Parts that were not restored, with the reason. */
  notRestored: { what: string; why: string }[];
}

/**
 * Makes everything of a backup anew, in a tenant that has nothing yet. Ids are new, and what names them is changed. Each
 * request has an `Idempotency-Key` of the backup, so that a restore that broke off goes on when it is repeated within a day.
 *
 * @param zip the file
 * @param isRepeat the tenant may have something: what an earlier try made
 * @throws Error when the file is no whole backup or the tenant is not empty: nothing was made then; Refused when the stage
 *   refuses something else than a single room or hook
 */
export async function restoreTenant(
  host: BackupHost,
  zip: Uint8Array,
  { isRepeat = false }: { isRepeat?: boolean } = {},
): Promise<Restored> {
  const { names, readEntry } = openZip(zip);
  const manifest = readManifest(names, readEntry);
  if (!isRepeat) await checkEmpty(host);
  const ids = new Map<string, string>();
  const notRestored: Restored['notRestored'] = [];
  const secrets: Restored['secrets'] = {};
  const rename = (text: string): string =>
    text.replaceAll(LIBRARY_ID, (id) => ids.get(id) ?? id).replaceAll(ROOM_ID, (id) => ids.get(id) ?? id);
  const make = async <T extends Item>(
    path: string,
    old: string,
    body: string | Uint8Array,
    type = 'application/json',
  ): Promise<T> => {
    const response = await ask(host, path, {
      method: 'POST',
      body: body as BodyInit,
      headers: { 'Content-Type': type, 'Idempotency-Key': `restore-${manifest.id}-${old}` },
    });
    const newItem = (await response.json()) as T;
    ids.set(old, newItem.id);
    return newItem;
  };

  for (const collection of LIBRARY) {
    const files = names.filter((name) => name.startsWith(`library/${collection}/`));
    const items = files.map((name) => parse<Item & { body: unknown }>(readEntry(name)));
    for (const { id, body } of oldestFirst(items, 'as they are')) {
      const item = await make(`/v1/${collection}`, id, rename(JSON.stringify(body)));
      const portrait = `portraits/${id}.png`;
      if (names.includes(portrait))
        await ask(host, `/v1/${collection}/${item.id}/portrait`, {
          ...{
            method: 'PUT',
            body: readEntry(portrait) as BodyInit,
            headers: { 'Content-Type': 'image/png' },
          },
        });
    }
  }
  for (const name of names.filter((one) => /^stories\/.*\.json$/.test(one))) {
    const { id, title } = parse<Item & { title: string }>(readEntry(name));
    const path = `/v1/games?title=${encodeURIComponent(title)}`;
    await make(path, id, readEntry(name.replace(/json$/, 'z')), 'application/octet-stream');
  }
  for (const collection of ['scenes', 'runs'] as const) {
    const files = names.filter((name) => name.startsWith(`${collection}/`));
    // Forks come after their sources, whose new ids they name.
    const rooms = files
      .map((name) => openRoom(readEntry(name)))
      .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    for (const [n, { id, pack }] of rooms.entries()) {
      try {
        await make(`/v1/${collection}/import`, id, pack(rename), 'application/zip');
      } catch (error) {
        if (!(error instanceof Refused) || PASSING.has(error.status)) throw error;
        notRestored.push({ what: id, why: error.message });
      }
      if ((n + 1) % 50 === 0) host.say(`${n + 1} of ${rooms.length} ${collection}`);
    }
  }
  await restoreEndpoints();
  const { tenant } = parse<{ tenant: Record<string, unknown> | null }>(readEntry('budgets.json'));
  if (tenant) {
    const { calls, tokens, money, period } = tenant;
    await put('/v1/budgets', { calls, tokens, money, period });
  }
  const { own } = parse<{ own: number | null }>(readEntry('retention.json'));
  if (own !== null) await put('/v1/retention', { days: own });
  return { ids: Object.fromEntries(ids), secrets, notRestored };

  async function put(path: string, body: object): Promise<void> {
    await ask(host, path, { method: 'PUT', body: JSON.stringify(body) });
  }

  /** Webhooks are switched off, so that receivers get nothing that is signed with a secret they do not know. */
  async function restoreEndpoints(): Promise<void> {
    for (const collection of ['webhooks', 'hooks'] as const)
      for (const old of parse<Record<string, unknown>[]>(readEntry(`${collection}.json`))) {
        const { id } = old as unknown as Item;
        const fields =
          collection === 'webhooks'
            ? ['url', 'room', 'kinds', 'as']
            : ['room', 'verify', 'turn', 'responseUrl', 'active'];
        const body = Object.fromEntries(
          fields.flatMap((field) =>
            old[field] === null || old[field] === undefined ? [] : [[field, old[field]]],
          ),
        );
        if (collection === 'webhooks') body.active = false;
        try {
          const text = rename(JSON.stringify(body));
          const endpoint = await make<Item & { secret: string | null }>(`/v1/${collection}`, id, text);
          if (endpoint.secret !== null) secrets[endpoint.id] = endpoint.secret;
        } catch (error) {
          if (!(error instanceof Refused) || PASSING.has(error.status)) throw error;
          notRestored.push({ what: id, why: error.message });
        }
      }
  }
}

/** A backup's zip: its names, and a file as it is unpacked when it is asked for. */
function openZip(zip: Uint8Array): { names: string[]; readEntry: (name: string) => Uint8Array } {
  const names: string[] = [];
  try {
    unzipSync(zip, {
      filter: ({ name }) => {
        names.push(name);
        return false;
      },
    });
  } catch {
    throw new Error('The file is no backup: it is not a whole zip.');
  }
  const readEntry = (name: string): Uint8Array => {
    const bytes = unzipSync(zip, { filter: (file) => file.name === name })[name];
    if (!bytes) throw new Error(`The backup has no ${name}: it is not whole.`);
    return bytes;
  };
  return { names: names.sort(), readEntry };
}

function readManifest(names: readonly string[], readEntry: (name: string) => Uint8Array): Manifest {
  if (!names.includes('backup.json'))
    throw new Error(
      'The file is no backup, or one that was cut off: it has no backup.json. Make another one.',
    );
  const manifest = parse<Manifest>(readEntry('backup.json'));
  if (manifest.format !== FORMAT || manifest.version !== VERSION)
    throw new Error(
      `The backup is of another kind or version (${manifest.format} ${manifest.version}); use newer code.`,
    );
  for (const [what, count] of Object.entries(manifest.counts)) {
    const inFiles = names.filter((name) =>
      LIBRARY.some((one) => one === what)
        ? name.startsWith(`library/${what}/`)
        : name.startsWith(`${what}/`) && !name.endsWith('.z'),
    );
    if (!/hooks$/.test(what) && inFiles.length !== count)
      throw new Error(`The backup has ${inFiles.length} ${what} and says ${count}: it is not whole.`);
  }
  return manifest;
}

/** A room's export: when it was made, and its files for the import with new ids in them. */
function openRoom(zip: Uint8Array) {
  const files = unzipSync(zip, { filter: ({ name }) => NEEDED.test(name) });
  const ledger =
    Object.keys(files)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()[0] ?? '';
  const first = strFromU8(files[ledger] ?? new Uint8Array()).split('\n', 1)[0] ?? '';
  const { at, payload } = parse<{ at: string; payload: { id: string } }>(strToU8(first));
  return {
    id: payload.id,
    createdAt: at,
    pack: (rename: (text: string) => string): Uint8Array =>
      zipSync(
        Object.fromEntries(
          Object.entries(files).map(([name, bytes]) => [name, strToU8(rename(strFromU8(bytes)))]),
        ),
      ),
  };
}

async function checkEmpty(host: BackupHost): Promise<void> {
  for (const collection of [...LIBRARY, 'games', 'scenes', 'runs', 'webhooks', 'hooks']) {
    const items = await listAll<Item>(host, `/v1/${collection}`);
    const own = collection === 'games' ? items.filter(({ id }) => id.startsWith('story-')) : items;
    if (own.length > 0)
      throw new Error(
        `The tenant has ${own.length} ${collection} already; a backup is restored into an empty one. Make a new tenant, or repeat a restore that broke off with --repeat.`,
      );
  }
}

/** All items of a list, as it gives them: newest first. */
async function listAll<T>(host: BackupHost, path: string): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const isPaged = !/games|hooks$/.test(path);
    const query: string = `${isPaged ? 'limit=200' : ''}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const page: { items: T[]; next: string | null } = await getJson(
      host,
      query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
    );
    items.push(...page.items);
    cursor = page.next;
  }
  return items;
}

const getJson = async <T>(host: BackupHost, path: string): Promise<T> =>
  (await (await ask(host, path)).json()) as T;

/**
 * Asks the stage, and again when it says that it can't answer at this moment.
 *
 * @param allowed statuses besides those of success that are answers
 * @throws Refused
 */
async function ask(
  { send, sleep }: BackupHost,
  path: string,
  init: RequestInit = {},
  allowed: readonly number[] = [],
): Promise<Response> {
  for (let n = 1; ; n += 1) {
    const response = await send(path, init);
    if (response.ok || allowed.includes(response.status)) return response;
    const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
    if (n >= TRIES || !PASSING.has(response.status))
      throw new Refused(`${init.method ?? 'GET'} ${path}`, response.status, problem);
    await sleep((problem.retryAfter ?? n) * 1_000);
  }
}

/** Oldest first. A list is newest first, and of the same moment may stand in any order. */
function oldestFirst<T extends Item>(
  items: readonly T[],
  order: 'newest first' | 'as they are' = 'newest first',
): T[] {
  const list = order === 'newest first' ? items.toReversed() : [...items];
  return list.sort((a, b) =>
    (a.createdAt ?? '') < (b.createdAt ?? '') ? -1 : (a.createdAt ?? '') > (b.createdAt ?? '') ? 1 : 0,
  );
}

const bytesOf = async (response: Response): Promise<Uint8Array> =>
  new Uint8Array(await response.arrayBuffer());
const parse = <T>(bytes: Uint8Array): T => JSON.parse(strFromU8(bytes)) as T;
const jsonFile = (path: string, value: unknown): BackupFile => ({
  path,
  bytes: strToU8(`${JSON.stringify(value, null, 2)}\n`),
});
