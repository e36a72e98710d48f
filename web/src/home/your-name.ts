const KEY = 'proscenium:your-name';

/** The name used in your last own scene; empty if none. */
export const readYourName = (): string => localStorage.getItem(KEY) ?? '';

/** Keeps the name for the next scene. */
export const storeYourName = (name: string): void => localStorage.setItem(KEY, name.trim());
