import { useEffect, useState } from 'preact/hooks';
import type { LibraryKind } from '../../src/api/library';
import { type CallFilter, readCallFilter } from './calls/call-filter';
import { kindOf } from './library/kinds';
import { readUsageAsk, type UsageAsk } from './usage/usage-query';

/** What of a run is on show: a turn, or one of its frames; both null: the newest. */
export interface RunPlace {
  turn: number | null;
  frame: number | null;
}

/** Where the page is. Everything lives behind `#`, so that the server only ever serves `/`. */
export type Route =
  | { page: 'home' }
  | { page: 'scene'; id: string; at: number | null }
  | { page: 'screen'; id: string }
  | { page: 'join'; invitation: string }
  | { page: 'run'; id: string; at: RunPlace }
  | { page: 'adventure'; id: string; at: number | null }
  | { page: 'event'; run: string; seq: number }
  | { page: 'report'; id: string }
  | { page: 'compare'; id: string; other: string | null }
  | { page: 'calls'; at: CallFilter }
  | { page: 'call'; id: string }
  | { page: 'new-scene'; parts: string }
  | { page: 'library' }
  | { page: 'shelf'; kind: LibraryKind }
  | { page: 'item'; kind: LibraryKind; id: string | null; under: string | null }
  | { page: 'keys' }
  | { page: 'usage'; at: UsageAsk }
  | { page: 'link' }
  | { page: 'lost'; hash: string };

/**
 * `#/scenes/scn_…?at=<seq>`, `#/scenes/scn_…/screen`, `#/join?invitation=si_…`, `#/runs/run_…?turn=3`,
 * `#/runs/adv_…?turn=3`, `#/runs/run_…?at=<seq>`, `#/runs/run_…/report`, `#/runs/run_…/compare?with=run_…`,
 * `#/calls?room=…&status=refused`, `#/calls/<id>`, `#/usage?by=model`.
 */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const parts = decodeParts(path);
  if (parts === null) return { page: 'lost', hash };
  const [first = '', id, rest] = parts;
  if (first === '') return { page: 'home' };
  if (first === 'library') return parseLibrary(hash, id, rest, query);
  if (first === 'keys') return { page: 'keys' };
  if (first === 'link') return { page: 'link' };
  if (first === 'scenes' && id === 'new') return { page: 'new-scene', parts: query };
  const asked = new URLSearchParams(query);
  if (first === 'scenes' && id) {
    if (rest === 'screen') return { page: 'screen', id };
    return { page: 'scene', id, at: readNumber(asked.get('at')) };
  }
  if (first === 'join') return { page: 'join', invitation: asked.get('invitation') ?? '' };
  if (first === 'runs' && id) {
    if (rest === 'report') return { page: 'report', id };
    if (rest === 'compare') return { page: 'compare', id, other: asked.get('with') };
    const seq = readNumber(asked.get('at'));
    if (seq !== null) return { page: 'event', run: id, seq };
    const turn = readNumber(asked.get('turn'));
    if (id.startsWith('adv_')) return { page: 'adventure', id, at: turn };
    return { page: 'run', id, at: { turn, frame: readNumber(asked.get('frame')) } };
  }
  if (first === 'calls') return id ? { page: 'call', id } : { page: 'calls', at: readCallFilter(asked) };
  if (first === 'usage') return { page: 'usage', at: readUsageAsk(asked) };
  return { page: 'lost', hash };
}

/** The parts of a path; null when it has a `%` that stands for no letter. */
function decodeParts(path: string): string[] | null {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** A number from 1; null when there is none. */
const readNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

/** The address of a scene or run. */
export const roomAddress = (id: string): string => `/${id.startsWith('scn_') ? 'scenes' : 'runs'}/${id}`;

/** The address of a place in a run. */
export function runAddress(
  id: string,
  { turn, frame = null }: Partial<RunPlace> & Pick<RunPlace, 'turn'>,
): string {
  const asked = new URLSearchParams();
  if (turn !== null) asked.set('turn', String(turn));
  if (frame !== null) asked.set('frame', String(frame));
  return `/runs/${id}${asked.size > 0 ? `?${asked}` : ''}`;
}

/** `#/library`, `#/library/characters`, `#/library/characters/chr_…`, `#/library/arcs/new?under=cmp_…`. */
function parseLibrary(
  hash: string,
  collection: string | undefined,
  item: string | undefined,
  query: string,
): Route {
  if (collection === undefined) return { page: 'library' };
  const kind = kindOf(collection);
  if (!kind) return { page: 'lost', hash };
  if (item === undefined) return { page: 'shelf', kind };
  const under = new URLSearchParams(query).get('under');
  return { page: 'item', kind, id: item === 'new' ? null : item, under };
}

/** What a link brought: an API key (`/#key=ps_…`), or a one-time code for one (`/#code=kc_…`), and the page it is for. */
export interface Brought {
  kind: 'key' | 'code';
  secret: string;
  to: string;
}

/** The key or code in an address (`#key=ps_…&to=/scenes/scn_…`); null when there is none. */
export function readBrought(hash: string): Brought | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const to = given.get('to') ?? '/';
  for (const kind of ['key', 'code'] as const) {
    const secret = given.get(kind)?.trim();
    if (secret) return { kind, secret, to: to.startsWith('/') ? to : '/' };
  }
  return null;
}

/**
 * Takes what a link brought out of the address and its history entry. Called once, at page load, before anything is
 * drawn: what is on a page can change its address, but can't load it with another key unseen.
 */
export function takeBrought(): Brought | null {
  const brought = readBrought(location.hash);
  if (brought) replaceHash(brought.to);
  return brought;
}

/** Where a tab keeps the invitation it was opened with: loading it again brings it back, the history never has it. */
const INVITATION = 'proscenium:invitation';

/** The route of the address. Secrets are removed from the address and its history entry first. */
export function takeRoute(): Route {
  if (readBrought(location.hash)) replaceHash('/link');
  const route = parseRoute(location.hash);
  if (route.page !== 'join') return route;
  if (route.invitation !== '') {
    sessionStorage.setItem(INVITATION, route.invitation);
    replaceHash('/join');
  }
  return { page: 'join', invitation: sessionStorage.getItem(INVITATION) ?? '' };
}

/** Forgets the invitation: it is used up. */
export const forgetInvitation = (): void => sessionStorage.removeItem(INVITATION);

const replaceHash = (path: string): void =>
  history.replaceState(null, '', `${location.pathname}${location.search}#${path}`);

/** Whether an address with this host leads to whatever machine it is opened on. */
export const isLocalHost = (host: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);

export const go = (path: string): void => {
  location.hash = path;
};

/** The same in place of where the page is: the back button does not lead through every letter that is typed. */
export const goInPlace = (path: string): void => location.replace(`#${path}`);

/** As {@link go}, without a step that the back button would walk. */
export const goInstead = (path: string): void => {
  replaceHash(path);
  window.dispatchEvent(new Event('hashchange'));
};

/** The current route; follows links, the back button and edits of the address. */
export function useRoute(): Route {
  const [route, setRoute] = useState(takeRoute);
  useEffect(() => {
    const follow = () => setRoute(takeRoute());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return route;
}
