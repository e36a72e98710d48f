import type { Delivery } from '../api/hooks';
import { type Failure, fail, type Result } from '../api/problems';
import type { JsonObject } from '../base/json';

/** A delivery that its sender has proved. */
export interface Verified {
  /** Names by which a repeat is known, the sender's own first, a signed one last; none: every delivery is another. */
  ids: string[];
  payload: JsonObject;
  /** A greeting that is answered with this and moves nothing; null: it is a delivery. */
  greeting: JsonObject | null;
}

/** What a verifier gets beside the delivery. */
export interface VerifyTools {
  /** Valid secrets, newest first. */
  secrets: readonly string[];
  /** Milliseconds since the epoch. */
  now: number;
}

export type Verify = (delivery: Delivery, tools: VerifyTools) => Promise<Result<Verified>>;

/** A delivery is refused when it was signed longer ago, or further ahead, than this. */
const WINDOW_S = 300;

/** @param reason what is wrong with the proof; never what would be right */
export const forged = (reason: string): { ok: false; failure: Failure } =>
  fail({
    code: 'unauthenticated',
    reason,
    fix: 'Sign the delivery with the secret of this hook, as docs/webhooks.md says for its kind of verification.',
  });

/** A delivery that is older or newer than the window, or names no time. @param seconds since the epoch */
export function isStale(seconds: string | undefined, now: number): boolean {
  if (seconds === undefined || !/^\d{1,12}$/.test(seconds)) return true;
  return Math.abs(now / 1000 - Number(seconds)) > WINDOW_S;
}
