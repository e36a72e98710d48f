const KEY = 'proscenium:your-name';

/** The name that was used in the last scene of one's own; empty for none. */
export const readYourName = (): string => localStorage.getItem(KEY) ?? '';

/** Keeps the name for the next scene. */
export const keepYourName = (name: string): void => localStorage.setItem(KEY, name.trim());
