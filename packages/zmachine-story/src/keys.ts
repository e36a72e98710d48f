const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Special keys by name, with their ZSCII codes (Z-Machine Standard 3.8). */
export const STORY_KEYS: ReadonlyMap<string, number> = new Map([
  ['enter', 13],
  ['space', 32],
  ['escape', 27],
  ['delete', 8],
  ...['up', 'down', 'left', 'right'].map((name, i): [string, number] => [name, 129 + i]),
  ...range(1, 12).map((n): [string, number] => [`f${n}`, 132 + n]),
  ...range(0, 9).map((n): [string, number] => [`keypad ${n}`, 145 + n]),
]);
