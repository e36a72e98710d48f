import { useEffect, useState } from 'preact/hooks';
import { storeKey } from './credentials';

/** Where the page is. Everything lives behind `#`, so that the server only ever serves `/`. */
export type Route =
  | { page: 'home' }
  | { page: 'scene'; id: string }
  | { page: 'run'; id: string }
  | { page: 'adventure'; id: string }
  | { page: 'report'; id: string }
  | { page: 'calls'; room: string | null }
  | { page: 'call'; id: string }
  | { page: 'lost'; hash: string };

/** `#/scenes/scn_…`, `#/runs/run_…`, `#/runs/adv_…`, `#/runs/run_…/report`, `#/calls?room=…`, `#/calls/<id>`. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const [first = '', id, rest] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (first === '') return { page: 'home' };
  if (first === 'scenes' && id) return { page: 'scene', id };
  if (first === 'runs' && id) {
    if (rest === 'report') return { page: 'report', id };
    return { page: id.startsWith('adv_') ? 'adventure' : 'run', id };
  }
  if (first === 'calls')
    return id ? { page: 'call', id } : { page: 'calls', room: new URLSearchParams(query).get('room') };
  return { page: 'lost', hash };
}

/**
 * Takes an API key out of the address (`/#key=ps_…`, optionally `&to=/scenes/scn_…`) into this browser's storage,
 * and removes it from the address and its history entry.
 */
export function takeKeyFromAddress(): void {
  const given = new URLSearchParams(location.hash.replace(/^#/, ''));
  const key = given.get('key');
  if (!key) return;
  storeKey(key.trim());
  history.replaceState(null, '', `${location.pathname}${location.search}#${given.get('to') ?? '/'}`);
}

export const go = (path: string): void => {
  location.hash = path;
};

/** The current route; follows links, the back button and edits of the address. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = () => {
      takeKeyFromAddress();
      setRoute(parseRoute(location.hash));
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return route;
}
