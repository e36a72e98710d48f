import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { WebSocket } from 'ws';
import { type ConnectOptions, connect, type Stage } from '../../../client/src/index';
import { linkReach } from '../../../client/src/links';
import { readVars } from './dev-vars';
import { CliError, EXIT, unreachable, usageError } from './errors';
import { REPOSITORY } from './repository';

/** Environment variables. */
type Env = Record<string, string | undefined>;

/** A client with the stage's URL (no trailing slash). */
export type OpenStage = Stage & { url: string };

/** @param token an API key or seat token; null for none */
export function connectStage(url: string, token: string | null): OpenStage {
  const options: ConnectOptions = {
    ...{ url, token, retries: 4, againMs: 250 },
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    fetch: (request) =>
      fetch(request).catch((error: unknown) => {
        throw unreachable(url, error);
      }),
  };
  // POST requests are retried with their Idempotency-Key; failed reads are reported immediately.
  const { GET, send } = connect({ ...options, retries: 0 });
  return { ...connect(options), GET, send, url };
}

/** URL of the stage: `--url`, PROSCENIUM_URL, or the stage of `npm start` here. */
export function findUrl(asked: string | undefined, env: Env = process.env): string {
  const file = REPOSITORY && join(REPOSITORY, '.wrangler/state/stage-url');
  const ownUrl = () =>
    file && existsSync(file) ? readFileSync(file, 'utf8').trim() : 'http://127.0.0.1:8787';
  const url = asked ?? (env.PROSCENIUM_URL || ownUrl());
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw usageError(
      `${url} is not a valid stage URL.`,
      'Use a URL such as http://127.0.0.1:8787, without a path.',
    );
  return url.replace(/\/+$/, '');
}

/** The owner's key: PROSCENIUM_KEY, or for a stage on this machine the key in this checkout's `.dev.vars`. */
export function findKey(url: string, env: Env = process.env): string | null {
  if (env.PROSCENIUM_KEY) return env.PROSCENIUM_KEY;
  // Never send the operator's key to another machine unasked.
  if (!REPOSITORY || linkReach(new URL(url).hostname) !== 'machine') return null;
  return readVars(join(REPOSITORY, '.dev.vars')).BOOTSTRAP_KEY ?? null;
}

/** Connects to the stage with an owner's key. */
export function openStage(asked?: string, env: Env = process.env): OpenStage {
  const url = findUrl(asked, env);
  const key = findKey(url, env);
  if (key === null)
    throw new CliError(
      EXIT.denied,
      `No key for ${url}.`,
      'Set PROSCENIUM_KEY to an API key of the stage. On the machine that runs npm start, the key is read from .dev.vars.',
    );
  return connectStage(url, key);
}

/** A saved seat, because its token is shown only once. */
interface StoredSeat {
  url: string;
  scene: string;
  token: string;
}

/** File of saved seats. Only its owner can read it. */
export const seatsFile = (env: Env = process.env): string =>
  join(
    env.PROSCENIUM_HOME || join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'proscenium'),
    'seats.json',
  );

/** Reads saved seats; an invalid file counts as empty. */
export function readSeats(file = seatsFile()): StoredSeat[] {
  try {
    const seats = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    return Array.isArray(seats) ? (seats as StoredSeat[]) : [];
  } catch {
    return [];
  }
}

/** Saves a seat, replacing an earlier one in the same scene. */
export function storeSeat(seat: StoredSeat, file = seatsFile()): void {
  const others = readSeats(file).filter(({ url, scene }) => url !== seat.url || scene !== seat.scene);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const newFile = `${file}.${process.pid}`;
  writeFileSync(newFile, `${JSON.stringify([...others, seat], null, 2)}\n`, { mode: 0o600 });
  renameSync(newFile, file);
}
