import type { Problem } from '../../src/contract/problems';
import type { Ask, Credential } from '../support/person';

const TRY_MS = 8_000;

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Counts a client's observations, and collects unexpected ones. */
export class Diary {
  readonly counts = new Map<string, number>();
  readonly wrong: string[] = [];

  note(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** A server in trouble answers 503 with a cause and a fix; any other server error is unexpected. */
  refused(what: string, status: number, text: string): void {
    const problem = readProblem(text);
    // Not ours: `wrangler dev` answers for a Worker that was just killed.
    if (problem === null) {
      this.note(`the Worker was away: ${text.split('\n')[0]?.slice(0, 80)}`);
      return;
    }
    this.note(`${status} ${problem.type ?? ''}`);
    if (status === 503 || status === 429) {
      if (!problem.detail || !problem.fix)
        this.wrong.push(`${what}: ${status} without a cause and a fix: ${text}`);
      return;
    }
    this.wrong.push(`${what}: ${status} ${text.slice(0, 300)}`);
  }
}

function readProblem(text: string): Partial<Problem> | null {
  try {
    const problem = JSON.parse(text) as Partial<Problem>;
    return typeof problem.type === 'string' && problem.type.startsWith('/problems/') ? problem : null;
  } catch {
    return null;
  }
}

/** Thrown if a retry can't help. */
export class Refusal extends Error {
  readonly status: number;
  constructor(what: string, status: number, text: string) {
    super(`${what}: ${status} ${text.slice(0, 300)}`);
    this.status = status;
  }
}

/** Retries until there is an answer, like a good client: the same request with the same `Idempotency-Key`. */
export const makeInsist = (diary: Diary): Ask => {
  return async <T>(who: Credential, method: string, path: string, body?: unknown): Promise<T> => {
    const key = crypto.randomUUID();
    const what = `${method} ${path}`;
    for (let tries = 0; tries < 200; tries += 1) {
      const answer = await askOnce(who, method, path, body, key);
      if (typeof answer === 'string')
        diary.note(`${answer}: ${what.replace(/(scn|run|adv|seat)_\w+/g, '$1')}`);
      else if (answer.ok && answer.text !== '') return JSON.parse(answer.text) as T;
      // The front end of `wrangler dev` answers like this if it breaks itself.
      else if (answer.ok) diary.note('an empty answer');
      else if (answer.status >= 500 || answer.status === 429) diary.refused(what, answer.status, answer.text);
      else throw new Refusal(what, answer.status, answer.text);
      await pause(Math.min(2_000, 150 * 1.5 ** tries) * (0.5 + Math.random()));
    }
    throw new Error(`${what}: no answer, however often it was asked`);
  };
};

async function askOnce(
  { url, key: credential }: Credential,
  method: string,
  path: string,
  body: unknown,
  idempotencyKey: string,
): Promise<{ ok: boolean; status: number; text: string } | string> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(TRY_MS),
      headers: {
        ...(credential === null ? {} : { Authorization: `Bearer ${credential}` }),
        ...(method === 'POST' ? { 'Idempotency-Key': idempotencyKey } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection';
  }
}
