import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { readVars } from '../../../scripts/lib/dev-vars.mjs';
import { ROOT } from '../../../scripts/lib/run.mjs';
import { isLocalHost } from '../../../src/base/reach';
import type { Problem } from '../../../src/contract/problems';
import { CliError, EXIT, problemError, usageError } from './errors';

/** Variables of the environment. */
type Env = Record<string, string | undefined>;

/** The API as commands use it: requests that answer a value or throw a {@link CliError}. */
export interface Stage {
  /** Its address, without a trailing slash. */
  url: string;
  key: string;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown, options?: PostOptions): Promise<T>;
  /** Any request, whose answer is good; the body is the caller's to read. */
  send(path: string, init?: RequestInit): Promise<Response>;
}

export interface PostOptions {
  /** Idempotency-Key: the request is sent again under it when its answer is lost. */
  idempotencyKey?: string;
}

const TRIES = 5;
const FIRST_PAUSE_MS = 250;

/** Makes the client of a stage. @param url without a trailing slash; @param key an API key, or the token of a seat */
export function connectStage(url: string, key: string): Stage {
  const send: Stage['send'] = async (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (key !== '') headers.set('Authorization', `Bearer ${key}`);
    const what = `${init.method ?? 'GET'} ${path}`;
    const response = await fetch(`${url}${path}`, { ...init, headers }).catch((error: unknown) => {
      throw unreachable(url, error);
    });
    if (response.ok) return response;
    const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
    throw problemError(response.status, problem, what);
  };
  const post: Stage['post'] = async <T>(
    path: string,
    body?: unknown,
    { idempotencyKey }: PostOptions = {},
  ) => {
    const init: RequestInit = {
      method: 'POST',
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    for (let n = 1; ; n += 1) {
      try {
        return (await (await send(path, init)).json()) as T;
      } catch (error) {
        if (idempotencyKey === undefined || n >= TRIES || !isPassing(error)) throw error;
        await new Promise((done) => setTimeout(done, FIRST_PAUSE_MS * 2 ** n));
      }
    }
  };
  return { url, key, send, post, get: async <T>(path: string) => (await (await send(path)).json()) as T };
}

/** Is this a failure after which the same request, under the same key, may work? */
export const isPassing = (error: unknown): boolean =>
  error instanceof CliError &&
  (error.exit === EXIT.unreachable || [429, 502, 503, 504].includes(error.problem?.status ?? 0));

function unreachable(url: string, error: unknown): CliError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const words =
    cause instanceof Error ? cause.message || String((cause as { code?: string }).code) : String(cause);
  return new CliError(
    EXIT.unreachable,
    `No stage answers at ${url} (${words}).`,
    'Start one with npm start, or name another by --url or PROSCENIUM_URL.',
  );
}

/** The address of the stage: of `--url`, PROSCENIUM_URL, or what `npm start` is running here. */
export function findUrl(asked: string | undefined, env: Env = process.env): string {
  const file = join(ROOT, '.wrangler/state/stage-url');
  const ownUrl = () => (existsSync(file) ? readFileSync(file, 'utf8').trim() : 'http://127.0.0.1:8787');
  const url = asked ?? (env.PROSCENIUM_URL || ownUrl());
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw usageError(
      `${url} is no address of a stage.`,
      'Write it as http://127.0.0.1:8787, without a path.',
    );
  return url.replace(/\/+$/, '');
}

/** The key of whoever owns rooms: PROSCENIUM_KEY, or of this copy's `.dev.vars` for a stage on this machine. */
export function findKey(url: string, env: Env = process.env): string | null {
  if (env.PROSCENIUM_KEY) return env.PROSCENIUM_KEY;
  // The operator's key is sent to no other machine unasked.
  if (!isLocalHost(new URL(url).hostname)) return null;
  return readVars(join(ROOT, '.dev.vars')).BOOTSTRAP_KEY ?? null;
}

/** Connects with the key of an owner. */
export function openStage(asked: string | undefined, env: Env = process.env): Stage {
  const url = findUrl(asked, env);
  const key = findKey(url, env);
  if (key === null)
    throw new CliError(
      EXIT.denied,
      `There is no key for ${url}.`,
      'Set PROSCENIUM_KEY to an API key of the stage; on the machine of npm start it is read from .dev.vars.',
    );
  return connectStage(url, key);
}

/** A seat that was taken by its link: the token is shown once, so it is kept for the next time. */
interface KeptSeat {
  url: string;
  scene: string;
  token: string;
}

/** File of kept seats, readable by its owner alone. */
export const seatsFile = (env: Env = process.env): string =>
  join(
    env.PROSCENIUM_HOME || join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'proscenium'),
    'seats.json',
  );

/** Reads the kept seats; a file that is no list of them counts as empty. */
export function readSeats(file = seatsFile()): KeptSeat[] {
  try {
    const seats = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    return Array.isArray(seats) ? (seats as KeptSeat[]) : [];
  } catch {
    return [];
  }
}

/** Keeps a seat in place of another one in the same scene. */
export function keepSeat(seat: KeptSeat, file = seatsFile()): void {
  const others = readSeats(file).filter(({ url, scene }) => url !== seat.url || scene !== seat.scene);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const newFile = `${file}.${process.pid}`;
  writeFileSync(newFile, `${JSON.stringify([...others, seat], null, 2)}\n`, { mode: 0o600 });
  renameSync(newFile, file);
}
