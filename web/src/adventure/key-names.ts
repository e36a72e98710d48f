const range = (name: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `${name}${from + i}`);

/** Names of the keys that a story can wait for and no character stands for; those in the second list have no button. */
const BUTTONS = ['enter', 'escape', 'delete', 'up', 'down', 'left', 'right'];
export const OTHER_KEYS: readonly string[] = ['space', ...range('f', 1, 12), ...range('keypad ', 0, 9)];
export const KEY_NAMES: ReadonlySet<string> = new Set([...BUTTONS, ...OTHER_KEYS]);

/** Names of keys by those of the browser, where they differ in more than their case. */
const BROWSER_KEYS: Readonly<Record<string, string>> = {
  ' ': 'space',
  Backspace: 'delete',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Names the key of a press as the story reads it; undefined: the story has no such key. */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | undefined {
  // A digit of the keypad is a key of its own.
  if (/^\d$/.test(key) && code.startsWith('Numpad')) return `keypad ${key}`;
  if (key.length === 1 && key !== ' ') return key;
  const name = BROWSER_KEYS[key] ?? key.toLowerCase();
  return KEY_NAMES.has(name) ? name : undefined;
}

/** The key of a text that a soft keyboard entered: its last character. Undefined where there is none. */
export function keyOfText(text: string): string | undefined {
  const last = [...text].at(-1);
  return last === ' ' ? 'space' : last;
}
