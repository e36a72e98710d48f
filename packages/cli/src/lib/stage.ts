import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { WebSocket } from 'ws';
import { type ConnectOptions, connect, type Stage } from '../../../client/src/index';
import { reachOf } from '../../../client/src/links';
import { readVars } from './dev-vars';
import { CliError, EXIT, unreachable, usageError } from './errors';
import { REPOSITORY } from './repository';

/** Variables of the environment. */
type Env = Record<string, string | undefined>;

/** The client of a stage, with its address (no trailing slash). */
export type OpenStage = Stage & { url: string };

/** @param token an API key, or the token of a seat; null for a request without a credential */
export function connectStage(url: string, token: string | null): OpenStage {
  const options: ConnectOptions = {
    ...{ url, token, retries: 4, againMs: 250 },
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    fetch: (request) =>
      fetch(request).catch((error: unknown) => {
        throw unreachable(url, error);
      }),
  };
  // A POST is sent again under its Idempotency-Key; a read that fails tells the person at once.
  const { GET, send } = connect({ ...options, retries: 0 });
  return { ...connect(options), GET, send, url };
}

/** The address of the stage: `--url`, PROSCENIUM_URL, or the stage that `npm start` is running here. */
export function findUrl(asked: string | undefined, env: Env = process.env): string {
  const file = REPOSITORY && join(REPOSITORY, '.wrangler/state/stage-url');
  const ownUrl = () =>
    file && existsSync(file) ? readFileSync(file, 'utf8').trim() : 'http://127.0.0.1:8787';
  const url = asked ?? (env.PROSCENIUM_URL || ownUrl());
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw usageError(
      `${url} is no address of a stage.`,
      'Write it as http://127.0.0.1:8787, without a path.',
    );
  return url.replace(/\/+$/, '');
}

/** The owner's key: PROSCENIUM_KEY, or for a stage on this machine the one in this checkout's `.dev.vars`. */
export function findKey(url: string, env: Env = process.env): string | null {
  if (env.PROSCENIUM_KEY) return env.PROSCENIUM_KEY;
  // Never send the operator's key to another machine unasked.
  if (!REPOSITORY || reachOf(new URL(url).hostname) !== 'machine') return null;
  return readVars(join(REPOSITORY, '.dev.vars')).BOOTSTRAP_KEY ?? null;
}

/** Finds the stage, and connects with the key of an owner. */
export function openStage(asked?: string, env: Env = process.env): OpenStage {
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
