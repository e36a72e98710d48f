import { readRetryAfter } from '../base/foreign-values';
import { readStart } from '../base/read-body';
import { refuseUrl } from './url-rules';

/** How long a receiver may take, in all. */
export const SEND_TIMEOUT_MS = 10_000;
/** Characters of an answer that are kept, for whoever looks for the reason of a failure. */
const KEPT = 1024;

/** What came of sending a message once. */
export interface Outcome {
  delivered: boolean;
  /** Status of the answer; null: there was none. */
  code: number | null;
  /** Why it is a failure, in words; null when it was delivered. */
  error: string | null;
  latencyMs: number;
  /** The beginning of the answer's body. */
  answer: string;
  /** Milliseconds that the receiver asks us to wait; null: it does not. */
  retryAfter: number | null;
  /** The receiver wants nothing more, ever (410). */
  gone: boolean;
  /** It never will take this message (508: it goes round in a circle). */
  hopeless: boolean;
}

interface SendTools {
  fetch: typeof fetch;
  now: () => number;
  timeoutMs: number;
  /** Local development: this machine may be a receiver. */
  loopback: boolean;
  /** Default: POST. */
  method?: 'POST' | 'PATCH';
}

/** Sends a message once. Never throws. Redirects are not followed: where they lead was not checked. */
export async function sendMessage(
  url: string,
  body: string,
  headers: Record<string, string>,
  tools: SendTools,
): Promise<Outcome> {
  const began = tools.now();
  const outcome = (more: Partial<Outcome>): Outcome => ({
    delivered: false,
    code: null,
    error: null,
    answer: '',
    retryAfter: null,
    gone: false,
    hopeless: false,
    ...more,
    latencyMs: Math.max(0, tools.now() - began),
  });
  const refused = refuseUrl(url, tools);
  if (refused !== null) return outcome({ error: `the address ${refused}` });
  const signal = AbortSignal.timeout(tools.timeoutMs);
  try {
    const response = await tools.fetch(url, {
      method: tools.method ?? 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Proscenium-Webhooks/1', ...headers },
      body,
      redirect: 'manual',
      signal,
    });
    const { status: code } = response;
    // A slow rest is not waited for.
    const said = await readStart(response, { totalMs: tools.timeoutMs, signal });
    const answer = cleanAnswer(said);
    if (response.ok) return outcome({ delivered: true, code, answer });
    const isRedirect = code >= 300 && code < 400;
    return outcome({
      code,
      answer,
      error: isRedirect
        ? 'the receiver redirects; redirects are not followed'
        : `the receiver answered ${code}`,
      retryAfter: readRetryAfter(response.headers.get('Retry-After'), tools.now()),
      gone: code === 410,
      hopeless: code === 508,
    });
  } catch (error) {
    const late = signal.aborted || (error instanceof Error && error.name === 'TimeoutError');
    const seconds = tools.timeoutMs / 1000;
    return outcome({ error: late ? `no answer within ${seconds} s` : 'the receiver could not be reached' });
  }
}

/** The beginning of an answer, with its lines, and without signs that a log or a terminal would act on. */
const cleanAnswer = (said: string): string =>
  said
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cf}/gu, '')
    .slice(0, KEPT)
    .toWellFormed();
