import type { StoryLabel } from './blorb';
import { isBlorb, NO_LABEL, openBlorb, readLabel } from './blorb';
import { readDictionary } from './dictionary';
import { byteAt, HEADER, UNIT, wordAt } from './memory';
import { fail, invalid, ok, type StoryFailure, type StoryResult, sha256 } from './support';
import { readText } from './text';
import type { Story, StoryVersion } from './types';

/** Twice the largest story (512 KiB, version 8). */
export const MAX_FILE_BYTES = 1024 * 1024;
/** A Blorb also contains pictures and sounds, of which we only keep the cover. */
export const MAX_BLORB_BYTES = 8 * 1024 * 1024;

const PLAYABLE_VERSIONS =
  'Played here: Z-machine stories of versions 3, 4, 5 and 8 (.z3, .z4, .z5, .z8), alone or in a Blorb (.zblorb, .zlb).';

/** Largest story in bytes, by version: the range of packed addresses. */
const MAX_STORY_BYTES: Readonly<Record<number, number>> = { 3: 0x20000, 4: 0x40000, 5: 0x40000, 8: 0x80000 };

/** Stories for other machines, with interpreters for them. */
const GLULX = 'a Glulx story. Lectrote, Gargoyle and Parchment (iplayif.com) play it';
const TADS = 'QTads, Gargoyle and Parchment (iplayif.com) play it';
const HUGO = 'a Hugo story. Gargoyle and Parchment (iplayif.com) play it';
const ADRIFT = 'an ADRIFT story. FrankenDrift and Gargoyle play it';
const OTHER_VERSIONS = 'Frotz and Gargoyle play it';

/** First bytes of files that are often mistaken for stories. */
const OTHERS: readonly [start: string, name: string][] = [
  ['Glul', GLULX],
  ['TADS2 bin', `a TADS 2 story. ${TADS}`],
  ['T3-image', `a TADS 3 story. ${TADS}`],
  ['\u003c\u0042\u003f\u00c9', ADRIFT],
  ['PK\u0003\u0004', 'a ZIP archive; unpack it and send the story inside'],
  ['\u001f\u008b', 'a gzip archive; unpack it and send the story inside'],
  ['%PDF', 'a PDF document'],
  ['\u0089PNG', 'a PNG picture'],
  ['\u00ff\u00d8\u00ff', 'a JPEG picture'],
  ['FORM', 'an IFF file, but no Blorb'],
];

/** Other executables of Blorbs, by chunk type. */
const EXECUTABLES: Readonly<Record<string, string>> = {
  GLUL: GLULX,
  TAD2: `a TADS 2 story. ${TADS}`,
  TAD3: `a TADS 3 story. ${TADS}`,
  HUGO,
  ADRI: ADRIFT,
};

const refuse = (what: string): { ok: false; failure: StoryFailure } =>
  invalid(`${what} ${PLAYABLE_VERSIONS}`);

/**
 * Reads a story file, alone or in a Blorb, and validates its header. Failures name the actual file type and the
 * supported files.
 * @example
 * ```ts
 * const story = await readStory(new Uint8Array(await file.arrayBuffer()));
 * if (story.ok) console.log(createPlayer(story.value).start('seed').text);
 * ```
 */
export async function readStory(given: Uint8Array): Promise<StoryResult<Story>> {
  const file = await readStoryFile(given);
  return file.ok ? ok(file.value.story) : file;
}

/** Like {@link readStory}, with the metadata of a Blorb. */
export async function readStoryFile(
  given: Uint8Array,
): Promise<StoryResult<{ story: Story; label: StoryLabel }>> {
  const limit = isBlorb(given) ? MAX_BLORB_BYTES : MAX_FILE_BYTES;
  if (given.length > limit) return fail({ code: 'too_large', what: 'story file', limit });
  // Copy: slices of a Node `Buffer` share its memory, and a story must not change.
  const file = new Uint8Array(given);
  if (isBlorb(file)) {
    const content = openBlorb(file);
    if (content.kind === 'broken') return refuse(`This Blorb is broken: ${content.message}.`);
    if (content.kind === 'story') return labelled(await checkStory(content.bytes), readLabel(file));
    if (content.type === null) return refuse('This Blorb holds no story, only pictures or sounds.');
    const type = content.type.replace(/[^ -~]/g, '?').trim();
    return refuse(`This Blorb holds ${EXECUTABLES[type] ?? `a story of type ${type}`}.`);
  }
  const other = nameOther(file);
  return other ? refuse(`This is ${other}.`) : labelled(await checkStory(file), NO_LABEL);
}

const labelled = (
  story: StoryResult<Story>,
  label: StoryLabel,
): StoryResult<{ story: Story; label: StoryLabel }> => (story.ok ? ok({ story: story.value, label }) : story);

/** Names the type of a file that is not a story. */
function nameOther(file: Uint8Array): string | undefined {
  if (file.length === 0) return 'an empty file';
  const start = String.fromCharCode(...file.subarray(0, 16));
  const match = OTHERS.find(([begin]) => start.startsWith(begin));
  if (match) return match[1];
  // A story begins with its version number, a text does not.
  if (byteAt(file, 0) >= 9 && file.subarray(0, 512).every(isText)) return 'a text';
  if (file.length < HEADER.end) return `only ${file.length} bytes long, less than the header of a story`;
  if (byteAt(file, 0) < 1 || byteAt(file, 0) > 8) return 'no story file';
  return undefined;
}

const isText = (byte: number): boolean => (byte >= 32 && byte !== 127) || (byte >= 9 && byte <= 13);

async function checkStory(file: Uint8Array<ArrayBuffer>): Promise<StoryResult<Story>> {
  if (file.length < HEADER.end)
    return refuse(`This story is only ${file.length} bytes long, less than its header.`);
  const version = byteAt(file, 0);
  if (!isPlayable(version)) {
    if (version >= 1 && version <= 8)
      return refuse(`This is a Z-machine story of version ${version}. ${OTHER_VERSIONS}.`);
    return refuse('This is no story file.');
  }
  const statedLength = wordAt(file, HEADER.length) * (UNIT[version] ?? 8);
  if (statedLength > file.length)
    return refuse(
      `This story is cut off: its header says ${statedLength} bytes, the file has ${file.length}.`,
    );
  if (file.length > (MAX_STORY_BYTES[version] ?? 0) + 512)
    return refuse(`This story of version ${version} is longer than such a story can be.`);
  const wrong = findWrongTable(file);
  if (wrong) return refuse(`This story is damaged: ${wrong}.`);
  try {
    readText(file, version);
  } catch {
    return refuse('This story is damaged: its table of characters lies outside of memory.');
  }
  return ok({
    hash: (await sha256(file)).slice(0, 20),
    version,
    release: wordAt(file, HEADER.release),
    serial: String.fromCharCode(...file.subarray(HEADER.serial, HEADER.serial + 6)).replace(/[^ -~]/g, '?'),
    bytes: file,
  });
}

const isPlayable = (version: number): version is StoryVersion =>
  version === 3 || version === 4 || version === 5 || version === 8;

/** Finds an invalid address in the header; undefined if all are valid. */
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
