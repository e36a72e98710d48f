/** Faults of the fake ARC-AGI-3 server (fake-arc.ts). */
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const ARC_FAULTS = [
  // Without effect:
  'drop-before', // closes the connection
  '429', // without Retry-After
  '429-retry', // Retry-After in seconds
  '429-date', // Retry-After as a date
  '503-retry',
  '503', // without Retry-After: ambiguous for a client
  '500-before',
  '400', // unknown session
  '400-empty', // without an error code
  '400-not-started',
  '400-invalid',
  '404',
  '410',
  '401',
  '403', // repeats the key of the request
  '302',
  // With effect:
  'drop-after',
  '500-after',
  'hang', // never answers
  'slow', // the answer after `value` ms
  'stall', // headers and half the answer, then silence
  'cut', // half the answer, then closes the connection
  'garbage',
  'error-200', // 200 with an error in it
  'endless', // more than 16 MB
  'ragged',
  'bright', // a color 16
  'tall', // 65 rows
  'no-frames',
  'many', // 210 frames
  'odd-sizes', // an animation frame of another size
  'score', // `score` and `win_score` instead of `levels_completed` and `win_levels`
  'bare', // only the fields of every version: no levels to win, full_reset or available_actions
  'other-guid',
] as const;
export type ArcFault = (typeof ARC_FAULTS)[number];

export interface ArcStep {
  fault: ArcFault;
  /** Number of requests. Default 1. */
  times?: number;
  /** Only requests whose path contains this: `RESET`, `ACTION`, `ACTION6`, `scorecard/open`. */
  on?: string;
  /** Only commands within a session (with a `guid`), not the RESET that begins one. */
  within?: true;
  /** For `slow`, milliseconds; for `429-retry` and `503-retry`, seconds; for `429-date`, the date. */
  value?: number | string;
}

export interface Answer {
  status: number;
  body: unknown;
  /** Value of the session's cookies from now on. */
  token?: string;
}

/** Handles the faults without effect; false for others. */
export function failBefore(res: ServerResponse, { fault, value }: ArcStep, key: string): boolean {
  const busy = (status: number, retryAfter: string | null): void => {
    if (retryAfter !== null) res.setHeader('Retry-After', retryAfter);
    sendJson(res, status, { error: 'RATE_LIMIT_EXCEEDED', message: 'rate limit has been exceeded' });
  };
  const refuse =
    (status: number, error = 'SERVER_ERROR') =>
    () =>
      sendJson(res, status, { error, message: 'not for me' });
  const faults: Partial<Record<ArcFault, () => void>> = {
    '400': refuse(400),
    '400-empty': () => res.writeHead(400).end(),
    '400-not-started': refuse(400, 'GAME_NOT_STARTED_ERROR'),
    '400-invalid': refuse(400, 'VALIDATION_ERROR'),
    '404': refuse(404),
    '410': refuse(410),
    '401': refuse(401),
    'drop-before': () => res.destroy(),
    '429': () => busy(429, null),
    '429-retry': () => busy(429, String(value ?? 1)),
    '429-date': () => busy(429, String(value)),
    '503-retry': () => busy(503, String(value ?? 1)),
    '503': () => busy(503, null),
    '500-before': () => sendJson(res, 500, { error: 'SERVER_ERROR', message: 'internal server error' }),
    '403': () => sendJson(res, 403, { error: 'FORBIDDEN', message: `the key ${key} may not play this` }),
    '302': () => {
      res.writeHead(302, { Location: 'http://127.0.0.1:9/elsewhere' }).end();
    },
  };
  faults[fault]?.();
  return faults[fault] !== undefined;
}

/** Sends the regular answer with the fault of the step. */
export async function reply(
  res: ServerResponse,
  { status, body, token }: Answer,
  step: ArcStep | null,
): Promise<void> {
  if (token !== undefined) {
    res.setHeader('Set-Cookie', [
      `AWSALB=${token}; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Path=/`,
      `AWSALBCORS=${token}; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Path=/; SameSite=None; Secure`,
    ]);
  }
  const whole = JSON.stringify(body);
  const begin = (): void => {
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': whole.length });
  };
  const half = whole.slice(0, whole.length / 2);
  const spoilt = spoil(body, step?.fault ?? null);
  const faults: Partial<Record<ArcFault, () => void>> = {
    'drop-after': () => res.destroy(),
    '500-after': () => sendJson(res, 500, { error: 'SERVER_ERROR', message: 'internal server error' }),
    hang: () => undefined,
    stall: () => {
      begin();
      res.write(half);
    },
    cut: () => {
      begin();
      res.write(half, () => res.destroy());
    },
    garbage: () => res.writeHead(200).end('\u0000 <html> {{{{ not json'),
    'error-200': () => sendJson(res, 200, { error: 'SERVER_ERROR', message: 'try again later' }),
    endless: () => res.writeHead(200).end(`[${' '.repeat(17 * 1024 * 1024)}]`),
  };
  if (step?.fault === 'slow') await wait(Number(step.value ?? 50));
  const fail = step === null ? undefined : faults[step.fault];
  if (fail) fail();
  else sendJson(res, status, spoilt);
}

/** A frame answer with an error or oddity in it; other answers unchanged. */
function spoil(body: unknown, fault: ArcFault | null): unknown {
  const answer = body as Record<string, unknown> & { frame?: number[][][] };
  const settled = answer.frame?.at(-1);
  if (fault === null || settled === undefined) return body;
  const [first = [], ...rows] = settled;
  const { levels_completed: levels, win_levels, full_reset, available_actions, ...plain } = answer;
  const changes: Partial<Record<ArcFault, object>> = {
    ragged: { ...answer, frame: [[first, first.slice(1), ...rows.slice(1)]] },
    bright: { ...answer, frame: [[[16, ...first.slice(1)], ...rows]] },
    tall: { ...answer, frame: [[first, ...settled]] },
    'no-frames': { ...answer, frame: [] },
    many: { ...answer, frame: Array.from({ length: 210 }, () => settled) },
    'odd-sizes': { ...answer, frame: [rows, settled] },
    score: { ...plain, available_actions, full_reset, score: levels, win_score: win_levels },
    bare: { ...plain, levels_completed: levels },
    'other-guid': { ...answer, guid: 'somebody-elses' },
  };
  return changes[fault] ?? body;
}

export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(body));
}
