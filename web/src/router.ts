import { useEffect, useRef, useState } from 'preact/hooks';
import type { LIBRARY_COLLECTIONS, LibraryKind } from '../../src/contract/library';
import { readLinkSecret, replaceHash } from './brought';
import { readWebhookPlace, type WebhookPlace } from './webhooks/webhook-place';

/** The turn or frame of a run that a page shows; both null: the newest. */
export interface RunPlace {
  turn: number | null;
  frame: number | null;
}

/** The page's location. Everything lives behind `#`, so that the server only ever serves `/`. */
export type Route =
  | { page: 'home' }
  | { page: 'scene'; id: string; at: number | null }
  | { page: 'screen'; id: string }
  | { page: 'what-if'; id: string; from: number; branches: string[] }
  | { page: 'join'; invitation: string }
  | { page: 'seats' }
  | { page: 'run'; id: string; at: RunPlace; plays: boolean }
  | { page: 'adventure'; id: string; at: number | null }
  | { page: 'event'; run: string; seq: number }
  | { page: 'report'; id: string }
  | { page: 'compare'; id: string; other: string | null }
  | { page: 'calls'; query: string }
  | { page: 'call'; id: string }
  | { page: 'new-scene'; parts: string }
  | { page: 'library' }
  | { page: 'shelf'; kind: LibraryKind }
  | { page: 'item'; kind: LibraryKind; id: string | null; under: string | null }
  | { page: 'experiments' }
  | { page: 'experiment'; id: string }
  | { page: 'keys' }
  | { page: 'usage'; query: string }
  | { page: 'webhooks'; at: WebhookPlace }
  | { page: 'link' }
  | { page: 'lost'; hash: string };

/**
 * `#/scenes/scn_…?at=<seq>`, `#/scenes/scn_…/screen`, `#/scenes/scn_…/what-if?from=2&with=scn_…,scn_…`,
 * `#/join?invitation=si_…`, `#/runs/run_…?turn=3`,
 * `#/runs/run_…?play`, `#/runs/adv_…?turn=3`, `#/runs/run_…?at=<seq>`, `#/runs/run_…/report`, `#/runs/run_…/compare?with=run_…`,
 * `#/experiments`, `#/experiments/exp_…`, `#/calls?room=…&status=refused`, `#/calls/<id>`, `#/usage?by=model`, `#/webhooks/in?room=scn_…`.
 */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const parts = decodeParts(path);
  if (parts === null) return { page: 'lost', hash };
  const [first = '', id, rest] = parts;
  if (first === '') return { page: 'home' };
  if (first === 'library') return parseLibrary(hash, id, rest, query);
  if (first === 'experiments') return id ? { page: 'experiment', id } : { page: 'experiments' };
  if (first === 'keys') return { page: 'keys' };
  if (first === 'link') return { page: 'link' };
  if (first === 'seats') return { page: 'seats' };
  if (first === 'scenes' && id === 'new') return { page: 'new-scene', parts: query };
  const params = new URLSearchParams(query);
  if (first === 'scenes' && id) {
    if (rest === 'screen') return { page: 'screen', id };
    if (rest === 'what-if') {
      const branches = params.get('with')?.split(',').filter(Boolean) ?? [];
      return { page: 'what-if', id, from: readNumber(params.get('from')) ?? 1, branches };
    }
    return { page: 'scene', id, at: readNumber(params.get('at')) };
  }
  if (first === 'join') return { page: 'join', invitation: params.get('invitation') ?? '' };
  if (first === 'runs' && id) {
    if (rest === 'report') return { page: 'report', id };
    if (rest === 'compare') return { page: 'compare', id, other: params.get('with') };
    const seq = readNumber(params.get('at'));
    if (seq !== null) return { page: 'event', run: id, seq };
    const turn = readNumber(params.get('turn'));
    if (id.startsWith('adv_')) return { page: 'adventure', id, at: turn };
    const at = { turn, frame: readNumber(params.get('frame')) };
    return { page: 'run', id, at, plays: params.has('play') };
  }
  if (first === 'calls') return id ? { page: 'call', id } : { page: 'calls', query };
  if (first === 'usage') return { page: 'usage', query };
  const place = first === 'webhooks' ? readWebhookPlace(id, params) : null;
  if (place) return { page: 'webhooks', at: place };
  return { page: 'lost', hash };
}

/** Splits and decodes a path; returns null when a `%` in it is malformed. */
function decodeParts(path: string): string[] | null {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Reads an integer from 1; null for anything else. */
const readNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

const COLLECTIONS: Readonly<Record<string, string>> = { scn: 'scenes', exp: 'experiments' };
/** The address of a room or an experiment, as a page and in the API. */
export const roomAddress = (id: string): string => `/${COLLECTIONS[id.slice(0, 3)] ?? 'runs'}/${id}`;

/** The page that compares a scene from round `from` on with its branches. */
export const whatIfAddress = (scene: string, from: number, branches: readonly string[]): string =>
  `/scenes/${scene}/what-if?from=${from}&with=${branches.join(',')}`;

export function runAddress(
  id: string,
  { turn, frame = null }: Partial<RunPlace> & Pick<RunPlace, 'turn'>,
): string {
  const params = new URLSearchParams();
  if (turn !== null) params.set('turn', String(turn));
  if (frame !== null) params.set('frame', String(frame));
  return `/runs/${id}${params.size > 0 ? `?${params}` : ''}`;
}

const LIBRARY: { readonly [K in LibraryKind as (typeof LIBRARY_COLLECTIONS)[K]]: K } = {
  ...{ characters: 'character', personas: 'persona', worlds: 'world', campaigns: 'campaign' },
  ...{ arcs: 'arc', lorebooks: 'lorebook', profiles: 'profile' },
};
const isCollection = (name: string): name is keyof typeof LIBRARY => Object.hasOwn(LIBRARY, name);

/** `#/library`, `#/library/characters`, `#/library/characters/chr_…`, `#/library/arcs/new?under=cmp_…`. */
function parseLibrary(
  hash: string,
  collection: string | undefined,
  item: string | undefined,
  query: string,
): Route {
  if (collection === undefined) return { page: 'library' };
  if (!isCollection(collection)) return { page: 'lost', hash };
  const kind = LIBRARY[collection];
  if (item === undefined) return { page: 'shelf', kind };
  const under = new URLSearchParams(query).get('under');
  return { page: 'item', kind, id: item === 'new' ? null : item, under };
}

/** Session storage key of the tab's invitation: it survives a reload and never enters the history. */
const INVITATION = 'proscenium:invitation';

/** Returns the route of the address, after removing secrets from the address and its history entry. */
export function consumeRoute(): Route {
  if (readLinkSecret(location.hash)) replaceHash('/link');
  const route = parseRoute(location.hash);
  if (route.page !== 'join') return route;
  if (route.invitation !== '') {
    sessionStorage.setItem(INVITATION, route.invitation);
    replaceHash('/join');
  }
  return { page: 'join', invitation: sessionStorage.getItem(INVITATION) ?? '' };
}

export const forgetInvitation = (): void => sessionStorage.removeItem(INVITATION);

export const go = (path: string): void => {
  location.hash = path;
};

/** Replaces the history entry, so that the back button does not walk through every typed letter. */
export const replaceRoute = (path: string): void => location.replace(`#${path}`);

/** Like {@link go}, but adds no step for the back button. */
export const redirect = (path: string): void => {
  replaceHash(path);
  window.dispatchEvent(new Event('hashchange'));
};

/** Returns the current route; follows links, the back button and edits of the address. */
export function useRoute(): Route {
  const [route, setRoute] = useState(consumeRoute);
  const drawnHash = useRef(location.hash);
  useEffect(() => {
    const follow = () => setRoute(consumeRoute());
    window.addEventListener('hashchange', follow);
    // The address may have changed between the first drawing and this.
    if (location.hash !== drawnHash.current) follow();
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return route;
}
