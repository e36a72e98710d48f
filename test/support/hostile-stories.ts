interface Parts {
  version?: 3 | 5;
  /** Code at the story's start, built for its address. */
  code?: (at: Layout) => number[];
  /** Links of its three objects: parent, sibling, child. */
  tree?: [number, number, number][];
  properties?: number[];
  dictionary?: number[];
  change?: (file: Uint8Array) => void;
}

interface Layout {
  code: number;
  properties: number;
  dictionary: number;
  /** 256 bytes of unused dynamic memory. */
  free: number;
}

const GLOBALS = 0x40;
const OBJECTS = GLOBALS + 480;
const QUIT = 0xba;

/**
 * Builds a story byte by byte, for code that no compiler writes. Without parts it is valid and quits at once.
 */
export function buildStory(parts: Parts = {}): Uint8Array<ArrayBuffer> {
  const { version = 3, tree = [], properties = [0, 0], dictionary = [0, 7, 0, 0] } = parts;
  const [entry, link, defaults] = version === 3 ? [9, 1, 62] : [14, 2, 126];
  const table = OBJECTS + defaults;
  const propertiesAt = table + 3 * entry;
  const free = propertiesAt + properties.length;
  const dictionaryAt = free + 256;
  const code = Math.ceil((dictionaryAt + dictionary.length) / 8) * 8;
  const written = parts.code?.({ code, properties: propertiesAt, dictionary: dictionaryAt, free }) ?? [QUIT];
  const file = new Uint8Array(code + 512);
  const put = (at: number, word: number): void => file.set([word >> 8, word & 0xff], at);
  file[0] = version;
  put(0x02, 1);
  put(0x04, code);
  put(0x06, code);
  put(0x08, dictionaryAt);
  put(0x0a, OBJECTS);
  put(0x0c, GLOBALS);
  put(0x0e, dictionaryAt);
  file.set(new TextEncoder().encode('250101'), 0x12);
  put(0x1a, file.length / (version === 3 ? 2 : 4));
  for (let object = 0; object < 3; object++) {
    const at = table + object * entry + (version === 3 ? 4 : 6);
    for (const [which, value] of (tree[object] ?? [0, 0, 0]).entries())
      if (link === 1) file[at + which] = value;
      else put(at + 2 * which, value);
    put(at + 3 * link, propertiesAt);
  }
  file.set(properties, propertiesAt);
  file.set(dictionary, dictionaryAt);
  file.set(written, code);
  parts.change?.(file);
  return file;
}

const bytes = (word: number): [number, number] => [(word >> 8) & 0xff, word & 0xff];
/** `jump`, back over itself and this many bytes before it. */
const jumpBack = (before: number): number[] => [0x8c, ...bytes(-(before + 1))];
const forever = (code: number[]): number[] => [...code, ...jumpBack(code.length)];
/** `print` of "aaa": three times the letter a, and the end. */
const PRINT = [0xb2, 0x98, 0xc6];

export interface Hostile {
  name: string;
  file: Uint8Array<ArrayBuffer>;
  ends: 'runaway' | 'error' | 'quit';
}

const make = (name: string, ends: Hostile['ends'], parts: Parts): Hostile => ({
  name,
  ends,
  file: buildStory(parts),
});

export const HOSTILE: Hostile[] = [
  make('an endless loop', 'runaway', { code: () => forever([]) }),
  make('a flood of text', 'runaway', { code: () => forever(PRINT) }),
  make('a flood of text in the upper window', 'runaway', {
    code: () => [0xea, 0x7f, 20, 0xeb, 0x7f, 1, ...forever(PRINT)],
  }),
  make('a flood of text that nobody sees', 'runaway', {
    version: 5,
    code: () => [0xf3, 0x3f, ...bytes(-1), ...forever(PRINT)],
  }),
  make('a routine that calls itself', 'error', {
    code: ({ code }) => {
      // The routine is 8 bytes later: no local variables, then the same call again.
      const call = [0xe0, 0x3f, ...bytes((code + 8) / 2), 0];
      return [...call, QUIT, 0, 0, 0, ...call];
    },
  }),
  make('a stack that grows', 'error', { code: () => forever([0xe8, 0x7f, 1]) }),
  make('restarting for ever', 'runaway', { code: () => [0xb7] }),
  make('keeping itself for ever', 'runaway', { code: () => forever([0xb5, 0xc2]) }),
  make('taking itself back for ever', 'runaway', { code: () => forever([0xb6, 0xc2]) }),
  make('clearing the screen for ever', 'runaway', { version: 5, code: () => forever([0xed, 0x7f, 0]) }),
  make('keeping itself for undoing for ever', 'runaway', {
    version: 5,
    code: () => forever([0xbe, 9, 0xff, 0x10]),
  }),
  make('undoing for ever', 'runaway', {
    version: 5,
    code: () => [0xbe, 9, 0xff, 0x10, ...forever([0xbe, 9, 0xff, 0x10, 0xbe, 10, 0xff, 0x10])],
  }),
  make('a byte written to static memory', 'error', {
    code: ({ dictionary }) => [0xe2, 0x17, ...bytes(dictionary), 0, 1],
  }),
  make('a byte written beyond the file', 'error', { code: () => [0xe2, 0x17, 0xff, 0xff, 0, 1] }),
  make('a byte read beyond the file', 'error', { code: () => [0xd0, 0x1f, 0xff, 0xf0, 0, 0x10] }),
  make('a call beyond the file', 'error', { code: () => [0xe0, 0x3f, 0xff, 0xff, 0] }),
  make('a routine with 200 variables', 'error', {
    code: ({ code }) => [0xe0, 0x3f, ...bytes((code + 8) / 2), 0, 0, 0, 0, 200],
  }),
  make('a jump into nothing', 'error', { code: () => [0x8c, 0x7f, 0xff] }),
  make('a return to nowhere', 'error', { code: () => [0xb0] }),
  // With `pop`, twice, and as an operand.
  make('values from an empty stack', 'quit', { code: () => [0xb9, 0xb9, 0xe6, 0xbf, 0, QUIT] }),
  make('an opcode that does not exist', 'error', { code: () => [0x00, 0x00, 0x00] }),
  make('an opcode without its operands', 'error', { code: () => [0xd4, 0xff, 0x10] }),
  make('a division by nothing', 'error', { code: () => [0x17, 1, 0, 0x10] }),
  make('a text without an end', 'error', { code: ({ free }) => [0x87, ...bytes(free)] }),
  make('an object inside itself', 'quit', {
    tree: [
      [1, 1, 1],
      [1, 2, 1],
      [2, 1, 3],
    ],
    // Moved, removed, traversed and printed.
    code: () => [0x0e, 2, 3, 0x0e, 3, 2, 0x99, 1, 0x99, 2, 0x0e, 1, 1, 0x99, 1, 0x9a, 1, 0x93, 3, 0x10, QUIT],
  }),
  make('a list of properties that never falls', 'quit', {
    properties: [0, 5, 1, 5, 1, 5, 1, 31, 1, 31, 1],
    // get_prop, get_prop_addr, get_next_prop of the first.
    code: () => [0x11, 1, 3, 0x10, 0x12, 1, 3, 0x10, 0x13, 1, 0, 0x10, QUIT],
  }),
  make('a property that is not there', 'error', { code: () => [0xe3, 0x57, 1, 9, 1] }),
  make('objects that do not exist', 'quit', {
    code: () => [
      0x0e,
      200,
      0,
      0x0b,
      200,
      31,
      0x99,
      0,
      0x92,
      0,
      0x10,
      0xc2,
      0x9a,
      250,
      0x11,
      0,
      1,
      0x10,
      QUIT,
    ],
  }),
  make('a name that lies outside of memory', 'error', {
    change: (file) => {
      const code = (file[6] ?? 0) * 256 + (file[7] ?? 0);
      file.set([0xff, 0xfe], OBJECTS + 62 + 7);
      file.set([0x9a, 1, QUIT], code);
    },
  }),
  make('tables that are copied for ever', 'runaway', {
    version: 5,
    code: ({ free }) => forever([0xfd, 0x03, ...bytes(free), 0, 0, ...bytes(256)]),
  }),
  make('tables that are searched for ever', 'runaway', {
    version: 5,
    code: () => forever([0xf7, 0x01, 0xff, 0xff, 0, 0, 0xff, 0xff, 0x80, 0x10, 0x42]),
  }),
  make('words looked up in a dictionary without an order', 'runaway', {
    version: 5,
    dictionary: [0, 0, 0x80, 0x01],
    code: ({ free, dictionary }) => [
      // A text buffer of one letter, followed by a parse buffer.
      ...[0xe2, 0x17, ...bytes(free), 1, 1, 0xe2, 0x17, ...bytes(free), 2, 97],
      ...[0xe2, 0x17, ...bytes(free + 8), 0, 5],
      ...forever([0xfb, 0x03, ...bytes(free), ...bytes(free + 8), ...bytes(dictionary)]),
    ],
    change: (file) => {
      // Replace the story's dictionary with an empty one.
      const code = (file[6] ?? 0) * 256 + (file[7] ?? 0);
      file.set([0, 9, 0, 0], code + 300);
      file.set(bytes(code + 300), 8);
    },
  }),
  make('text that goes to a table without room', 'error', {
    version: 5,
    code: ({ free }) => [0xf3, 0x4f, 3, ...bytes(free), ...forever(PRINT)],
  }),
  make('text that goes to ever more tables', 'error', {
    version: 5,
    code: ({ free }) => forever([0xf3, 0x4f, 3, ...bytes(free)]),
  }),
  make('a window and a cursor far outside of the screen', 'quit', {
    version: 5,
    code: () => [
      ...[0xea, 0x3f, 0xff, 0xff, 0xeb, 0x7f, 1],
      ...[0xef, 0x0f, 0xff, 0xff, 0xff, 0xff, ...PRINT, 0xef, 0x0f, 0x7f, 0xff, 0x7f, 0xff, ...PRINT, QUIT],
    ],
  }),
];
