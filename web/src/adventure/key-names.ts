const range = (name: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `${name}${from + i}`);

/** Keys that a story can wait for and that have no character; those in the second list have no button. */
const BUTTONS = ['enter', 'escape', 'delete', 'up', 'down', 'left', 'right'];
export const OTHER_KEYS: readonly string[] = ['space', ...range('f', 1, 12), ...range('keypad ', 0, 9)];
export const KEY_NAMES: ReadonlySet<string> = new Set([...BUTTONS, ...OTHER_KEYS]);

/** Maps the browser's names of keys to ours, if they differ in more than case. */
const BROWSER_KEYS: Readonly<Record<string, string>> = {
  ' ': 'space',
  Backspace: 'delete',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Converts a key press to the story's key name; undefined if the story has no such key. */
export function keyName({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | undefined {
  // Keypad digits are separate keys.
  if (/^\d$/.test(key) && code.startsWith('Numpad')) return `keypad ${key}`;
  if (key.length === 1 && key !== ' ') return key;
  const name = BROWSER_KEYS[key] ?? key.toLowerCase();
  return KEY_NAMES.has(name) ? name : undefined;
}

/** The key for a text from a soft keyboard: its last character. Undefined if there is none. */
export function parseKeyText(text: string): string | undefined {
  const last = [...text].at(-1);
  return last === ' ' ? 'space' : last;
}
