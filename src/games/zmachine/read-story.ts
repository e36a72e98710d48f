import { type Failure, fail, ok, type Result } from '../../api/problems';
import { sha256 } from '../../base/hash';
import { readDictionary } from './dictionary';
import { byteAt, HEADER, UNIT, wordAt } from './memory';
import { readText } from './text';
import type { Story, StoryVersion } from './types';

/** A story has at most 512 KiB (version 8); the rest is room for the pictures and sounds of a Blorb, which are dropped. */
export const MAX_FILE_BYTES = 1024 * 1024;

const PLAYED =
  'Played here: Z-machine stories of versions 3, 4, 5 and 8 (.z3, .z4, .z5, .z8), alone or in a Blorb (.zblorb, .zlb).';

/** Most bytes of a story, by version: what its packed addresses reach. */
const MAX_STORY_BYTES: Readonly<Record<number, number>> = { 3: 0x20000, 4: 0x40000, 5: 0x40000, 8: 0x80000 };

/** First bytes of other files that people take for stories. */
const OTHERS: readonly [start: string, name: string][] = [
  ['Glul', 'a Glulx story'],
  ['PK\u0003\u0004', 'a ZIP archive; unpack it and send the story inside'],
  ['TADS2 bin', 'a TADS 2 story'],
  ['T3-image', 'a TADS 3 story'],
  ['\u001f\u008b', 'a gzip archive; unpack it and send the story inside'],
  ['%PDF', 'a PDF document'],
  ['\u0089PNG', 'a PNG picture'],
  ['\u00ff\u00d8\u00ff', 'a JPEG picture'],
  ['FORM', 'an IFF file, but no Blorb'],
];

const invalid = (what: string): { ok: false; failure: Failure } =>
  fail({ code: 'invalid', errors: [{ pointer: '', message: `${what} ${PLAYED}` }] });

/**
 * Reads a story file, or the story inside a Blorb, and checks that its header can be played. The failure says what the file
 * is instead, and what is played here.
 *
 * @example
 * ```ts
 * const story = await readStory(new Uint8Array(await file.arrayBuffer()));
 * if (story.ok) console.log(makePlayer(story.value).start('seed').text);
 * ```
 */
export async function readStory(given: Uint8Array): Promise<Result<Story>> {
  if (given.length > MAX_FILE_BYTES)
    return fail({ code: 'too_large', what: 'story file', limit: MAX_FILE_BYTES });
  // A copy of its own, and a plain one: slices of a Node `Buffer` would share its memory, and a story must never change.
  const file = new Uint8Array(given);
  if (isBlorb(file)) {
    const content = openBlorb(file);
    if (content.kind === 'broken') return invalid(`This Blorb is broken: ${content.message}.`);
    if (content.kind === 'story') return checkStory(content.bytes);
    if (content.type === 'GLUL') return invalid('This Blorb holds a Glulx story.');
    if (content.type === null) return invalid('This Blorb holds no story, only pictures or sounds.');
    return invalid(`This Blorb holds a story of type ${content.type.replace(/[^ -~]/g, '?').trim()}.`);
  }
  const other = nameOther(file);
  return other ? invalid(`This is ${other}.`) : checkStory(file);
}

/** Names the type of a file that is plainly something else. */
function nameOther(file: Uint8Array): string | undefined {
  if (file.length === 0) return 'an empty file';
  const start = String.fromCharCode(...file.subarray(0, 16));
  const match = OTHERS.find(([begin]) => start.startsWith(begin));
  if (match) return match[1];
  // A story begins with its version as a number, which no text does.
  if (byteAt(file, 0) >= 9 && file.subarray(0, 512).every(isText)) return 'a text';
  if (file.length < HEADER.end) return `only ${file.length} bytes long, less than the header of a story`;
  if (byteAt(file, 0) < 1 || byteAt(file, 0) > 8) return 'no story file';
  return undefined;
}

const isText = (byte: number): boolean => (byte >= 32 && byte !== 127) || (byte >= 9 && byte <= 13);

async function checkStory(file: Uint8Array<ArrayBuffer>): Promise<Result<Story>> {
  if (file.length < HEADER.end)
    return invalid(`This story is only ${file.length} bytes long, less than its header.`);
  const version = byteAt(file, 0);
  if (!isPlayed(version)) {
    if (version >= 1 && version <= 8) return invalid(`This is a Z-machine story of version ${version}.`);
    return invalid('This is no story file.');
  }
  const statedLength = wordAt(file, HEADER.length) * (UNIT[version] ?? 8);
  if (statedLength > file.length)
    return invalid(
      `This story is cut off: its header says ${statedLength} bytes, the file has ${file.length}.`,
    );
  if (file.length > (MAX_STORY_BYTES[version] ?? 0) + 512)
    return invalid(`This story of version ${version} is longer than such a story can be.`);
  const wrong = findWrongTable(file);
  if (wrong) return invalid(`This story is damaged: ${wrong}.`);
  try {
    readText(file, version);
  } catch {
    return invalid('This story is damaged: its table of characters lies outside of memory.');
  }
  return ok({
    hash: (await sha256(file)).slice(0, 20),
    version,
    release: wordAt(file, HEADER.release),
    serial: String.fromCharCode(...file.subarray(HEADER.serial, HEADER.serial + 6)).replace(/[^ -~]/g, '?'),
    bytes: file,
  });
}

const isPlayed = (version: number): version is StoryVersion =>
  version === 3 || version === 4 || version === 5 || version === 8;

/** Finds an address in the header that cannot be right; undefined when all can. */
function findWrongTable(file: Uint8Array): string | undefined {
  const version = byteAt(file, 0);
  const limit = wordAt(file, HEADER.staticMemory);
  if (limit < HEADER.end || limit > file.length)
    return `its static memory begins at ${limit}, where it cannot begin`;
  const pc = wordAt(file, HEADER.pc);
  if (pc < HEADER.end || pc >= file.length) return `it starts at ${pc}, where no code can be`;
  const globals = wordAt(file, HEADER.globals);
  if (globals < HEADER.end || globals + 2 * 16 > limit)
    return `its global variables lie at ${globals}, outside of dynamic memory`;
  const objects = wordAt(file, HEADER.objects);
  const defaults = version === 3 ? 62 : 126;
  if (objects < HEADER.end || objects + defaults + 14 > file.length)
    return `its objects lie at ${objects}, outside of memory`;
  const dictionary = wordAt(file, HEADER.dictionary);
  if (dictionary < HEADER.end || !fitsDictionary(file, version, dictionary))
    return `its dictionary lies at ${dictionary}, outside of memory or without words`;
  for (const [table, size, name] of [
    [HEADER.abbreviations, 192, 'abbreviations'],
    [HEADER.alphabets, version >= 5 ? 78 : 0, 'alphabets'],
    [HEADER.extension, version >= 5 ? 2 : 0, 'header extension'],
  ] as const) {
    const address = size === 0 ? 0 : wordAt(file, table);
    if (address !== 0 && address + size > file.length)
      return `its table of ${name} lies at ${address}, outside of memory`;
  }
  return undefined;
}

function fitsDictionary(file: Uint8Array, version: number, address: number): boolean {
  const separators = file[address];
  if (separators === undefined || address + 1 + separators + 3 > file.length) return false;
  const { size, count, address: first } = readDictionary(file, address);
  return count === 0 || (size >= (version === 3 ? 4 : 6) && first + count * size <= file.length);
}

/** Executable of a Blorb (the Blorb specification 2.0.4). */
type BlorbContent =
  | { kind: 'story'; bytes: Uint8Array<ArrayBuffer> }
  /** The type of the chunk that is there instead, e.g. `GLUL`; null when there is none. */
  | { kind: 'other'; type: string | null }
  | { kind: 'broken'; message: string };

/** Four bytes as the letters they are. */
const readTag = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

const readLong = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);

const isBlorb = (bytes: Uint8Array): boolean => readTag(bytes, 0) === 'FORM' && readTag(bytes, 8) === 'IFRS';

/** Finds the executable of a Blorb by its resource index: the entry of usage `Exec`, number 0. */
function openBlorb(bytes: Uint8Array): BlorbContent {
  const refuse = (message: string): BlorbContent => ({ kind: 'broken', message });
  if (bytes.length < 24 || readTag(bytes, 12) !== 'RIdx') return refuse('it has no index of what is in it');
  const count = readLong(bytes, 20);
  if (24 + 12 * count > bytes.length) return refuse('its index is cut off');
  for (let at = 24; at < 24 + 12 * count; at += 12) {
    if (readTag(bytes, at) !== 'Exec' || readLong(bytes, at + 4) !== 0) continue;
    const start = readLong(bytes, at + 8);
    if (start + 8 > bytes.length) return refuse('its story lies outside of the file');
    const type = readTag(bytes, start);
    if (type !== 'ZCOD') return { kind: 'other', type };
    const end = start + 8 + readLong(bytes, start + 4);
    if (end > bytes.length) return refuse('its story is cut off');
    return { kind: 'story', bytes: bytes.slice(start + 8, end) };
  }
  return { kind: 'other', type: null };
}
