/**
 * The browser stores an API key, which opens all rooms of its tenant, and a token for each scene in which it has a
 * seat. Both live in local storage and leave it only in the `Authorization` header.
 */
const KEY = 'proscenium:key';
const SEAT = 'proscenium:seat:';
const AS_OWNER = 'proscenium:as-owner:';
/** Fired on `window` when a stored credential changes or the API rejects it. */
export const KEY_CHANGED = 'proscenium:key-changed';
export const KEY_REFUSED = 'proscenium:key-refused';

const notifyChange = (name: string) => window.dispatchEvent(new Event(name));

/** Id of the scene if another site shows the page in a frame (`/embed/{tenant}/{id}`). */
export const EMBEDDED_SCENE =
  /^\/embed\/[^/]+\/(scn_\w+)/.exec(globalThis.location?.pathname ?? '')?.[1] ?? null;

/** Null in a frame of another site, which could trick the owner into clicks. */
export const readKey = (): string | null => (EMBEDDED_SCENE ? null : localStorage.getItem(KEY));

export function storeKey(key: string | null): void {
  if (key) localStorage.setItem(KEY, key);
  else localStorage.removeItem(KEY);
  notifyChange(KEY_CHANGED);
}

/** Stores a key if this browser has none or the same one; returns whether it did. */
export function storeFirstKey(key: string): boolean {
  const own = readKey();
  if (own === null) storeKey(key);
  return own === null || own === key;
}

/** Returns the token of this browser's seat in a scene, even while it views that scene as its owner. */
export const readSeat = (scene: string): string | null => localStorage.getItem(SEAT + scene);

export function storeSeat(scene: string, token: string | null): void {
  if (token) localStorage.setItem(SEAT + scene, token);
  else localStorage.removeItem(SEAT + scene);
  sessionStorage.removeItem(AS_OWNER + scene);
  notifyChange(KEY_CHANGED);
}

/** Lists the scenes in which this browser has a seat, with its tokens. */
export const listSeats = (): { scene: string; token: string }[] =>
  Object.entries(localStorage)
    .filter(([name]) => name.startsWith(SEAT))
    .map(([name, token]) => ({ scene: name.slice(SEAT.length), token: String(token) }));

/** Chooses the key or the seat for a scene in this tab if the browser has both; the default is the seat. */
export function viewAs(scene: string, who: 'owner' | 'seat'): void {
  if (who === 'owner') sessionStorage.setItem(AS_OWNER + scene, '1');
  else sessionStorage.removeItem(AS_OWNER + scene);
  notifyChange(KEY_CHANGED);
}

/** Returns the credential for a path under `/v1`: the scene's seat token, or else the key. */
export function credentialFor(path: string): string | null {
  const scene = /^\/scenes\/([^/?]+)/.exec(path)?.[1];
  const seat = scene && !sessionStorage.getItem(AS_OWNER + scene) ? readSeat(scene) : null;
  return seat ?? readKey();
}

export const notifyRefused = (): void => {
  notifyChange(KEY_REFUSED);
};
