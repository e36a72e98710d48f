import { strFromU8, strToU8, zipSync } from 'fflate';
import { describeError } from '../../packages/cli/src/lib/errors';
import { isProblem } from '../../packages/client/src/index';
import type { Send } from '../../packages/client/src/requests';
import { listZip, unpackEntry } from '../../src/base/zip';
import { buildBlorb, escapeXml, writeRecord } from './blorb';

/**
 * Backs up a tenant into a zip and restores it, over the public API only: a key of the tenant is enough, and
 * the other stage may run another version. `LEFT_OUT` and docs/operate.md list the data that a backup does
 * not contain.
 */

export interface BackupHost {
  /** The client's `send`, with the tenant's key and without retries. */
  send: Send;
  sleep: (ms: number) => Promise<void>;
  say: (line: string) => void;
}

export interface BackupFile {
  path: string;
  bytes: Uint8Array;
}

const FORMAT = 'proscenium-backup';
const VERSION = 2;

/** Parts that no backup contains, because they are secret or belong to the stage. */
export const LEFT_OUT = [
  'API keys themselves, keys of providers, tokens and invitations of seats: keys and seats are made anew',
  'secrets of webhooks and hooks: restored ones get new ones',
  'calls as they were listed: they are in the exports of their rooms, to be read',
  "the operator's budget and retention",
] as const;

/** Collections of the library, ordered so that items refer only to earlier collections. */
const LIBRARY = ['lorebooks', 'worlds', 'campaigns', 'arcs', 'characters', 'personas', 'profiles'] as const;
const ROOMS = ['scenes', 'runs'] as const;
const IDS = /\b(?:wld|cmp|arc|chr|per|lor|prf|scn|run|adv|exp)_[0-9a-z]{20}\b/g;
const NEEDED = /^(?:export\.json|scene\.json|(?:ledger|events)\.jsonl|ledger\/\d{4}\.jsonl)$/;
/** Largest file that is unpacked from a backup, and largest ledger that is unpacked from a room. */
const MAX_FILE = 1024 * 1024 * 1024;
const MAX_LEDGER = 64 * 1024 * 1024;
/** Statuses worth a retry (0: no answer). All requests here are idempotent. */
const TRANSIENT_CODES = new Set([0, 408, 425, 429, 500, 502, 503, 504]);
const RESPONSE_TIMEOUT_MS = 600_000;
/** Attempts per request, about a minute in total. */
const TRIES = 7;
const MAX_WAIT_S = 16;
/** After this many failed items in a row, each with all its retries, the stage counts as down. */
const MAX_FAILED = 3;
/**
 * Attempts, a second apart, to find all restored items in the lists, which lag behind rooms.
 */
const MAX_POLLS = 60;

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

interface Labelled {
  title: string;
  author?: string | null;
  cover?: string | null;
}

/** The file of a story, as a Blorb if it has an author or a cover, so that an upload restores them. */
async function readStory(
  host: BackupHost,
  { id, title, author, cover }: Item & Labelled,
): Promise<Uint8Array> {
  const story = await ask(host, `/v1/games/${id}/file`, toBytes);
  if (!author && !cover) return story;
  const picture = cover ? await getOptional(host, `/v1/games/${id}/cover`) : null;
  return buildBlorb({
    story,
    record: writeRecord(escapeXml(title), escapeXml(author ?? '')),
    ...(picture && { cover: { type: cover === 'image/png' ? 'PNG ' : 'JPEG', bytes: picture } }),
  });
}

/**
 * Reads all data of a tenant. Rooms may be active meanwhile: each is exported as of that moment.
 *
 * @throws ProblemError if the stage refuses a part, or does not answer for a minute
 */
export async function* backUpTenant(host: BackupHost): AsyncGenerator<BackupFile, Manifest> {
  const counts: Record<string, number> = {};
  for (const collection of LIBRARY) {
    const items = await listAll<Item>(host, `/v1/${collection}`);
    counts[collection] = items.length;
    for (const { id } of oldestFirst(items)) {
      yield jsonFile(`library/${collection}/${id}.json`, await getJson(host, `/v1/${collection}/${id}`));
      if (collection !== 'characters') continue;
      const picture = await getOptional(host, `/v1/characters/${id}/portrait`);
      if (picture) yield { path: `portraits/${id}.png`, bytes: picture };
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
  // Before the runs, so that the list of runs contains every run of an experiment.
  const experiments = await listAll<Item>(host, '/v1/experiments');
  counts.experiments = experiments.length;
  for (const { id } of oldestFirst(experiments))
    yield jsonFile(`experiments/${id}.json`, await getJson(host, `/v1/experiments/${id}/export`));
  for (const collection of ROOMS) {
    const rooms = await listAll<Item>(host, `/v1/${collection}`);
    counts[collection] = rooms.length;
    for (const { id } of oldestFirst(rooms)) {
      const room = `/v1/${collection}/${id}`;
      yield { path: `${collection}/${id}.zip`, bytes: await ask(host, `${room}/export`, toBytes) };
      if (collection !== 'scenes') continue;
      const seats = await listAll<Item>(host, `${room}/seats`);
      if (seats.length > 0) yield jsonFile(`seats/${id}.json`, seats);
    }
    host.say(`${rooms.length} ${collection}`);
  }
  for (const collection of ['webhooks', 'hooks', 'keys'] as const) {
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
  // Last, so that an interrupted backup lacks it and is rejected.
  yield jsonFile('backup.json', manifest);
  return manifest;
}

/** Progress of a restore, stored so that the next attempt can continue. */
export interface Progress {
  /** Id of the backup; empty before the first attempt. */
  backup: string;
  ids: Record<string, string>;
  /**
   * Secrets of webhooks and hooks, API keys, and seat invitations, by new id. The stage shows them only once.
   */
  secrets: Record<string, string>;
}

export interface Restored extends Progress {
  missing: { what: string; why: string }[];
}

export interface RestoreOptions {
  progress?: Progress;
  save?: (progress: Progress) => void;
  /** Asked before restoring into a tenant with data. Default: no. */
  mayMix?: (what: string) => Promise<boolean>;
}

/**
 * Restores a backup. Ids are new, and references to them are updated. Each request has an `Idempotency-Key`
 * derived from the backup; items in `progress` are skipped. An item that the stage refuses is listed as
 * missing, and the others are still restored.
 *
 * @param zip the file
 * @throws Error if the file is not a complete backup, or the tenant has data and `mayMix` says no; then no
 * items were created
 * @throws the error of the last request if the stage stops answering; `save` has received all progress
 */
export async function restoreTenant(
  host: BackupHost,
  zip: Uint8Array,
  { progress, save = () => {}, mayMix = async () => false }: RestoreOptions = {},
): Promise<Restored> {
  const { names, readEntry } = openZip(zip);
  const manifest = readManifest(names, readEntry);
  const isResumed = progress?.backup === manifest.id;
  if (!isResumed) await checkEmpty(host, mayMix);
  const ids = new Map(isResumed ? Object.entries(progress.ids) : []);
  const secrets: Record<string, string> = isResumed ? progress.secrets : {};
  const missing: Restored['missing'] = [];
  const rename = (text: string): string => text.replaceAll(IDS, (id) => ids.get(id) ?? id);
  const current = (): Progress => ({ backup: manifest.id, ids: Object.fromEntries(ids), secrets });
  const post = <T>(path: string, body: string | Uint8Array, key: string, type = 'application/json') =>
    ask(
      host,
      path,
      async (response, tries) => ({ ...((await response.json()) as T), isRepeated: tries > 1 }),
      {
        method: 'POST',
        body: body as BodyInit,
        headers: { 'Content-Type': type, 'Idempotency-Key': `restore-${manifest.id}-${key}` },
      },
    );
  const putBody = (path: string, body: string | Uint8Array, type = 'application/json') =>
    ask(host, path, dropAnswer, { method: 'PUT', body: body as BodyInit, headers: { 'Content-Type': type } });
  let failedInARow = 0;
  /** Creates an item unless `progress` has it. A failure is noted; several in a row stop the restore. */
  const restore = async (old: string, make: () => Promise<string>): Promise<string | undefined> => {
    if (!ids.has(old)) {
      try {
        ids.set(old, await make());
        failedInARow = 0;
      } catch (error) {
        failedInARow = isRefused(error) ? 0 : failedInARow + 1;
        if (failedInARow === MAX_FAILED) throw error;
        missing.push({ what: old, why: describeError(error) });
      }
      save(current());
    }
    return ids.get(old);
  };
  const entriesIn = (folder: string) => names.filter((name) => name.startsWith(`${folder}/`));

  for (const collection of LIBRARY) {
    const items = entriesIn(`library/${collection}`).map((name) =>
      parse<Item & { body: unknown }>(readEntry(name)),
    );
    for (const { id, body } of items.toSorted(byAge))
      await restore(id, async () => {
        const item = await post<Item>(`/v1/${collection}`, rename(JSON.stringify(body)), id);
        const portrait = `portraits/${id}.png`;
        if (names.includes(portrait))
          await putBody(`/v1/${collection}/${item.id}/portrait`, readEntry(portrait), 'image/png');
        return item.id;
      });
  }
  for (const name of entriesIn('stories').filter((one) => one.endsWith('.json'))) {
    const { id, title } = parse<Item & { title: string }>(readEntry(name));
    const path = `/v1/games?title=${encodeURIComponent(title)}`;
    const file = readEntry(name.replace(/json$/, 'z'));
    await restore(id, async () => (await post<Item>(path, file, id, 'application/octet-stream')).id);
  }
  for (const collection of ROOMS) {
    const rooms = sortRooms(entriesIn(collection).map((name) => ({ name, ...readRoom(readEntry(name)) })));
    for (const [n, { id, name }] of rooms.entries()) {
      const path = `/v1/${collection}/import`;
      await restore(
        id,
        async () => (await post<Item>(path, packRoom(readEntry(name), rename), id, 'application/zip')).id,
      );
      if ((n + 1) % 50 === 0) host.say(`${n + 1} of ${rooms.length} ${collection}`);
    }
  }
  const experiments = entriesIn('experiments').map((name) => parse<Item>(readEntry(name)));
  for (const file of experiments.toSorted(byAge))
    await restore(file.id, async () => {
      const body = rename(JSON.stringify(file));
      return (await post<Item>('/v1/experiments/import', body, file.id)).id;
    });
  for (const name of entriesIn('seats')) {
    const scene = ids.get(name.slice('seats/'.length, -'.json'.length));
    const isOpen = ({ status }: OldSeat) => status === 'invited' || status === 'taken';
    if (scene !== undefined)
      for (const seat of parse<OldSeat[]>(readEntry(name)).filter(isOpen)) await restoreSeat(scene, seat);
  }
  for (const old of parse<OldKey[]>(readEntry('keys.json'))) if (isUsable(old)) await restoreKey(old);
  await restoreEndpoints();
  const { tenant } = parse<{ tenant: Record<string, unknown> | null }>(readEntry('budgets.json'));
  if (tenant) {
    const { calls, tokens, money, period } = tenant;
    await putBody('/v1/budgets', JSON.stringify({ calls, tokens, money, period }));
  }
  const { own } = parse<{ own: number | null }>(readEntry('retention.json'));
  if (own !== null) await putBody('/v1/retention', JSON.stringify({ days: own }));
  for (const what of await findUnlisted()) missing.push({ what, why: 'It was made, but is in no list.' });
  return { ...current(), missing };

  /**
   * Stores a secret that is shown only once. If its answer was lost, creates another secret; keeps a secret from an
   * earlier attempt.
   */
  async function storeSecret(
    id: string,
    made: { secret: string | null; isRepeated: boolean },
    renew: () => Promise<string | null>,
  ): Promise<void> {
    const secret = made.secret ?? (made.isRepeated ? await renew() : null);
    if (secret !== null) secrets[id] = secret;
    else
      host.say(`${id} was there already. Its secret is not shown again: make another one if nobody has it.`);
  }

  /**
   * Creates a seat for the same person, with a new invitation. Its lifetime is the old one's, starting now.
   */
  async function restoreSeat(scene: string, old: OldSeat) {
    const { id, role, persona, label, host, forMany, createdAt, endsAt } = old;
    const seatHours = endsAt === null ? null : hoursBetween(createdAt, endsAt);
    const path = `/v1/scenes/${scene}/seats`;
    await restore(id, async () => {
      const body = JSON.stringify({ role, persona, label, host, forMany, seatHours });
      const reply = await post<{ seat: Item; invitation: string | null }>(path, body, id);
      await storeSecret(reply.seat.id, { ...reply, secret: reply.invitation }, async () => {
        const renewal = await post<{ invitation: string }>(
          `${path}/${reply.seat.id}/invitation`,
          '{}',
          `${id}-2`,
        );
        return renewal.invitation;
      });
      return reply.seat.id;
    });
  }

  async function restoreKey({ id, label, scope, room }: OldKey) {
    await restore(id, async () => {
      const body = JSON.stringify({ label, scope, ...(room !== null && { room: ids.get(room) ?? room }) });
      let reply = await post<NewKey>('/v1/keys', body, id);
      // The answer with the key was lost, so rotate it.
      if (reply.key === null && reply.isRepeated)
        reply = await post<NewKey>(`/v1/keys/${reply.id}/rotate`, '{"graceSeconds":0}', `${id}-2`);
      await storeSecret(reply.id, { secret: reply.key, isRepeated: false }, async () => null);
      return reply.id;
    });
  }

  /** Webhooks start disabled, so that no receiver gets a message signed with an unknown secret. */
  async function restoreEndpoints(): Promise<void> {
    const fields = {
      webhooks: ['url', 'room', 'kinds', 'as'],
      hooks: ['room', 'verify', 'turn', 'responseUrl', 'active'],
    };
    for (const collection of ['webhooks', 'hooks'] as const)
      for (const old of parse<(Item & Record<string, unknown>)[]>(readEntry(`${collection}.json`)))
        await restore(old.id, async () => {
          const fieldNames = fields[collection].filter((field) => old[field] != null);
          const body = Object.fromEntries(fieldNames.map((field) => [field, old[field]]));
          if (collection === 'webhooks') body.active = false;
          const path = `/v1/${collection}`;
          const reply = await post<NewEndpoint>(path, rename(JSON.stringify(body)), old.id);
          await storeSecret(reply.id, reply, async () => {
            const renewal = await post<NewEndpoint>(`${path}/${reply.id}/secret`, '{}', `${old.id}-2`);
            return renewal.secret;
          });
          return reply.id;
        });
  }

  /** Old ids of restored items that are in no list of the tenant yet. */
  async function findUnlisted(): Promise<string[]> {
    const items = [...ids].filter(([old]) => !/^(?:seat_|story-)/.test(old));
    for (let look = 1; ; look += 1) {
      const inLists = new Set<string>();
      for (const collection of [...LIBRARY, ...ROOMS, 'experiments', 'webhooks', 'hooks', 'keys'])
        for (const { id } of await listAll<Item>(host, `/v1/${collection}`)) inLists.add(id);
      const rest = items.filter(([, id]) => !inLists.has(id)).map(([old]) => old);
      if (rest.length === 0 || look >= MAX_POLLS) return rest;
      await host.sleep(1_000);
    }
  }
}

interface OldSeat extends Item {
  createdAt: string;
  role: string;
  persona: string | null;
  label: string;
  host?: string;
  forMany?: true;
  status: string;
  endsAt: string | null;
}
interface OldKey extends Item {
  label: string;
  scope: string;
  room: string | null;
  revokedAt: string | null;
  expiresAt: string | null;
}
type NewEndpoint = Item & { secret: string | null };
type NewKey = Item & { key: string | null };

/** False for a key that was revoked or replaced. */
const isUsable = ({ revokedAt, expiresAt }: OldKey): boolean => revokedAt === null && expiresAt === null;
const hoursBetween = (from: string, to: string): number =>
  Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / 3_600_000));

function openZip(zip: Uint8Array): { names: string[]; readEntry: (name: string) => Uint8Array } {
  const entries = listZip(zip);
  if (!entries) throw new Error('The file is no backup: it is not a whole zip.');
  const readEntry = (name: string): Uint8Array => {
    const entry = entries.get(name);
    const bytes = entry ? unpackEntry(zip, entry, MAX_FILE) : null;
    if (bytes === null || bytes === 'too_large')
      throw new Error(`The backup has no ${name} that can be read: it is not whole.`);
    return bytes;
  };
  return { names: [...entries.keys()].sort(), readEntry };
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
    if (!/hooks$|^keys$/.test(what) && inFiles.length !== count)
      throw new Error(`The backup has ${inFiles.length} ${what} and says ${count}: it is not whole.`);
  }
  return manifest;
}

interface OldRoom {
  id: string;
  createdAt: string;
  forkedFrom: string | null;
}

function readRoom(zip: Uint8Array): OldRoom {
  const ledger = readLedger(zip)
    .filter(([name]) => name.endsWith('.jsonl'))
    .map(([, text]) => text)
    .join('\n');
  const { at, payload } = JSON.parse(ledger.slice(0, ledger.indexOf('\n') + 1 || undefined)) as {
    at: string;
    payload: { id: string };
  };
  // A fork also has the ledger of its source, so its own mark is the last one.
  const marks = [...ledger.matchAll(/"forkedFrom":\{"(?:scene|run)":"([0-9a-z_]+)"/g)];
  return { id: payload.id, createdAt: at, forkedFrom: marks.at(-1)?.[1] ?? null };
}

/** Fixed time of files in a zip: a repeated import must have the same bytes. */
const NO_TIME = new Date(1980, 0, 1);

/** The export of a room with new ids, reduced to the files that an import reads. */
const packRoom = (zip: Uint8Array, rename: (text: string) => string): Uint8Array =>
  zipSync(Object.fromEntries(readLedger(zip).map(([name, text]) => [name, strToU8(rename(text))])), {
    mtime: NO_TIME,
  });

function readLedger(zip: Uint8Array): [name: string, text: string][] {
  const entries = listZip(zip);
  return [...(entries ?? [])]
    .filter(([name]) => NEEDED.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, entry]) => {
      const bytes = unpackEntry(zip, entry, MAX_LEDGER);
      if (bytes === null || bytes === 'too_large') throw new Error(`${name} of a room can't be unpacked.`);
      return [name, strFromU8(bytes)];
    });
}

/** Sorts oldest first, and forks after their sources, because they refer to the new ids. */
function sortRooms<R extends OldRoom>(rooms: readonly R[]): R[] {
  const waiting = new Map(rooms.toSorted(byAge).map((room) => [room.id, room]));
  const order: R[] = [];
  const add = (room: R | undefined): void => {
    if (!room || !waiting.delete(room.id)) return;
    if (room.forkedFrom !== null) add(waiting.get(room.forkedFrom));
    order.push(room);
  };
  for (const room of [...waiting.values()]) add(room);
  return order;
}

async function checkEmpty(host: BackupHost, mayMix: (what: string) => Promise<boolean>): Promise<void> {
  const contents: string[] = [];
  for (const collection of [...LIBRARY, 'games', ...ROOMS, 'experiments', 'webhooks', 'hooks']) {
    const items = await listAll<Item>(host, `/v1/${collection}`);
    const own = collection === 'games' ? items.filter(({ id }) => id.startsWith('story-')) : items;
    if (own.length > 0) contents.push(`${own.length} ${collection}`);
  }
  if (contents.length > 0 && !(await mayMix(contents.join(', '))))
    throw new Error(
      `The tenant already has ${contents.join(', ')}. Restore into an empty tenant, or add --yes to put the backup beside them.`,
    );
}

async function listAll<T>(host: BackupHost, path: string): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const isPaged = !/\/(?:games|hooks|webhooks|keys|seats)$/.test(path);
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

const getJson = <T>(host: BackupHost, path: string): Promise<T> =>
  ask(host, path, (response) => response.json() as Promise<T>);

const getOptional = (host: BackupHost, path: string): Promise<Uint8Array | null> =>
  ask(host, path, async (response) => (response.status === 200 ? toBytes(response) : null)).catch(
    (error: unknown) => {
      if (isProblem(error, 'not-found')) return null;
      throw error;
    },
  );

const isRefused = (error: unknown): boolean => isProblem(error) && !TRANSIENT_CODES.has(error.status);

/**
 * Sends a request, and retries after a lost connection or a temporary status.
 *
 * @param read reads the answer; a connection lost meanwhile counts as well
 * @throws ProblemError if the stage refuses, and the error of the last attempt
 */
async function ask<T>(
  { send, sleep }: BackupHost,
  path: string,
  read: (response: Response, tries: number) => Promise<T>,
  init: RequestInit = {},
): Promise<T> {
  for (let n = 1; ; n += 1) {
    let waitS = Math.min(2 ** (n - 1), MAX_WAIT_S);
    try {
      return await read(await send(path, { timeoutMs: RESPONSE_TIMEOUT_MS, ...init }), n);
    } catch (error) {
      if (isRefused(error) || n >= TRIES) throw error;
      if (isProblem(error)) waitS = error.problem.retryAfter ?? waitS;
    }
    await sleep(waitS * 1_000);
  }
}

/** Items of equal age keep the reversed order of the list. */
const oldestFirst = <T extends Item>(items: readonly T[]): T[] => items.toReversed().sort(byAge);

const byAge = (a: { createdAt?: string }, b: { createdAt?: string }): number =>
  (a.createdAt ?? '') < (b.createdAt ?? '') ? -1 : (a.createdAt ?? '') > (b.createdAt ?? '') ? 1 : 0;

const toBytes = async (response: Response): Promise<Uint8Array> =>
  new Uint8Array(await response.arrayBuffer());
const dropAnswer = async (response: Response): Promise<void> => {
  await response.body?.cancel();
};
const parse = <T>(bytes: Uint8Array): T => JSON.parse(strFromU8(bytes)) as T;
const jsonFile = (path: string, value: unknown): BackupFile => ({
  path,
  bytes: strToU8(`${JSON.stringify(value, null, 2)}\n`),
});
