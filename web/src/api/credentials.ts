/**
 * What this browser holds to be let in: an API key, whose rooms it may do everything in, and a token for each scene in
 * which it has a seat. They live in its local storage and leave it in the `Authorization` header alone.
 */
const KEY = 'proscenium:key';
const SEAT = 'proscenium:seat:';
const AS_OWNER = 'proscenium:as-owner:';
/** Fired on `window` when what is stored changes, or the API refuses it. */
export const KEY_CHANGED = 'proscenium:key-changed';
export const KEY_REFUSED = 'proscenium:key-refused';

const tell = (name: string) => window.dispatchEvent(new Event(name));

export const readKey = (): string | null => localStorage.getItem(KEY);

/** Stores the key for this browser; null forgets it. */
export function storeKey(key: string | null): void {
  if (key) localStorage.setItem(KEY, key);
  else localStorage.removeItem(KEY);
  tell(KEY_CHANGED);
}

/** The token of this browser's seat in a scene, also while it looks at that scene as its owner. */
export const readSeat = (scene: string): string | null => localStorage.getItem(SEAT + scene);

/** Stores the token of a seat; null forgets it. */
export function storeSeat(scene: string, token: string | null): void {
  if (token) localStorage.setItem(SEAT + scene, token);
  else localStorage.removeItem(SEAT + scene);
  sessionStorage.removeItem(AS_OWNER + scene);
  tell(KEY_CHANGED);
}

/** Who has both a key and a seat sits on the seat, until this tab says otherwise. */
export function lookAs(scene: string, who: 'owner' | 'seat'): void {
  if (who === 'owner') sessionStorage.setItem(AS_OWNER + scene, '1');
  else sessionStorage.removeItem(AS_OWNER + scene);
  tell(KEY_CHANGED);
}

/** What is sent for a path under `/v1`: the token of the seat in that scene, or else the key. */
export function credentialFor(path: string): string | null {
  const scene = /^\/scenes\/([^/?]+)/.exec(path)?.[1];
  const seat = scene && !sessionStorage.getItem(AS_OWNER + scene) ? readSeat(scene) : null;
  return seat ?? readKey();
}

export const tellRefused = (): void => {
  tell(KEY_REFUSED);
};
