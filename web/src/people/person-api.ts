import type { KeptSeat, Person, PersonSession } from '../../../src/contract/people';
import type { SeatAccepted } from '../../../src/contract/seats';
import { type PageProblem, type Reply, type Send, sendJson, send as sendPlain } from '../api/api';

/** The session of a person lives in this tab alone, and for an hour at most. */
const SESSION = 'proscenium:person';

export const readSession = (): string | null => sessionStorage.getItem(SESSION);
export function storeSession(session: string | null): void {
  if (session) sessionStorage.setItem(SESSION, session);
  else sessionStorage.removeItem(SESSION);
}

/** Sends a request as the signed-in person. null: authenticate through Cloudflare Access, which adds its own header. */
const asPerson = (options: Send = {}): Send => ({ ...options, as: readSession(), idempotencyKey: null });

export const people = {
  me: () => sendJson<Person>('/people/me', asPerson()),
  keep: (token: string) =>
    sendJson<KeptSeat>('/people/me/seats', asPerson({ method: 'POST', body: { token } })),
  open: (seat: string) =>
    sendJson<SeatAccepted>(`/people/me/seats/${seat}/token`, asPerson({ method: 'POST' })),
  forgetSeat: (seat: string) => sendPlain(`/people/me/seats/${seat}`, asPerson({ method: 'DELETE' })),
  removePasskey: (id: string) => sendPlain(`/people/me/passkeys/${id}`, asPerson({ method: 'DELETE' })),
  forgetMe: () => sendPlain('/people/me', asPerson({ method: 'DELETE' })),
};

const post = <T>(path: string, as: string | null, body?: unknown) =>
  sendJson<T>(path, { method: 'POST', as, idempotencyKey: null, ...(body !== undefined && { body }) });

/** Explains a browser's passkey error. */
function explain(error: unknown): PageProblem {
  const name = error instanceof Error ? error.name : '';
  const title = 'The passkey was not used';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return { title, status: 0, detail: 'It was canceled or timed out.', fix: 'Try again.' };
  if (name === 'InvalidStateError')
    return {
      title,
      status: 0,
      detail: 'This device already has a passkey for this server.',
      fix: 'Use it to sign in.',
    };
  return {
    ...{ title, status: 0, fix: 'Try another browser or device.' },
    detail: "This browser does not support passkeys, or this page's address does not allow them.",
  };
}

/** Asks the device; the passkey library loads on first use. */
async function ceremony<T>(
  use: (library: typeof import('@simplewebauthn/browser')) => Promise<T>,
): Promise<Reply<T>> {
  try {
    return { ok: true, value: await use(await import('@simplewebauthn/browser')) };
  } catch (error) {
    return { ok: false, problem: explain(error) };
  }
}

/** Signs in with a passkey; the session is kept in this tab. */
export async function signIn(): Promise<Reply<PersonSession>> {
  type Options = Parameters<typeof import('@simplewebauthn/browser').startAuthentication>[0]['optionsJSON'];
  const options = await post<Options>('/passkeys/challenge', null);
  if (!options.ok) return options;
  const answer = await ceremony((library) => library.startAuthentication({ optionsJSON: options.value }));
  return answer.ok ? keepSession(await post('/passkeys/sign-in', null, answer.value)) : answer;
}

/** Creates a passkey that saves a seat, using the seat's token; the session is kept in this tab. */
export async function register(token: string): Promise<Reply<PersonSession>> {
  type Options = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON'];
  const options = await post<Options>('/passkeys/registration', token);
  if (!options.ok) return options;
  const answer = await ceremony((library) => library.startRegistration({ optionsJSON: options.value }));
  return answer.ok ? keepSession(await post('/passkeys', token, answer.value)) : answer;
}

function keepSession(reply: Reply<PersonSession>): Reply<PersonSession> {
  if (reply.ok) storeSession(reply.value.session);
  return reply;
}
