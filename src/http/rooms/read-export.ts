import type { z } from 'zod';
import { asRecord } from '../../base/foreign-values';
import { sleep } from '../../base/sleep';
import { listZip, unpackEntry } from '../../base/zip';
import { CATALOGUE, type EventKind } from '../../contract/events/catalogue';
import type { Event } from '../../contract/events/events';
import { event as eventSchema } from '../../contract/events/wire';
import { type WrittenMemory, writtenMemory } from '../../contract/memories';
import { fail, ok, type Result } from '../../contract/problems';
import { EXPORT_VERSION, type ExportManifest, exportManifest } from '../../contract/transcripts';
import type { LedgerFile } from '../../room/rpc';

/** Maximum bytes of an imported ledger, which takes memory here and in its room. */
const MAX_LEDGER = 16 * 1024 * 1024;

/** Number of lines validated before yielding to other requests. */
const CHECK_BATCH = 500;

/** The parts of an export that recreate a room. */
export interface ReadExport {
  kind: ExportManifest['kind'];
  ledger: LedgerFile;
  memories: WrittenMemory[];
  /** The first event. */
  creation: Event;
}

/** Files of an export that are needed for import; all others are derived from them. */
const REQUIRED_FILES = /^(?:export\.json|memories\.jsonl|(?:ledger|events)\.jsonl|ledger\/\d{4}\.jsonl)$/;
const MEMORIES = 'memories.jsonl';
const MAX_MEMORIES = 5000;

/**
 * Reads an export and validates each event against the catalogue.
 *
 * @param bytes the zip from `GET …/export`
 * @returns `invalid` with the cause if the file is truncated, broken or newer than this code; `too_large`
 */
export async function readExport(bytes: Uint8Array): Promise<Result<ReadExport>> {
  const files = unzip(bytes);
  if (!files.ok) return files;
  const manifest = readManifest(files.value);
  if (!manifest.ok) return manifest;
  const { kind, events: count } = manifest.value;
  const names = [...files.value.keys()].filter((name) => name.endsWith('.jsonl') && name !== MEMORIES).sort();
  const parts: string[] = [];
  let creation: Event | null = null;
  let seq = 0;
  let read = 0;
  for (const name of names) {
    // Skips empty lines cheaply, even millions of them.
    for (const [line] of readText(files.value.get(name)).matchAll(/[^\n]+/g)) {
      read += 1;
      if (read % CHECK_BATCH === 0) await sleep(0);
      if (line.trim() === '') continue;
      seq += 1;
      const event = readEvent(line, seq, kind);
      if (!event.ok) return event;
      creation ??= event.value;
      parts.push(line);
    }
  }
  if (creation === null) return refuse('the ledger of the export is empty');
  if (seq !== count)
    return refuse(`the ledger has ${seq} events, but the export lists ${count}: the file is incomplete`);
  const memories = await readMemories(readText(files.value.get(MEMORIES)));
  if (!memories.ok) return memories;
  const ledger = new TextEncoder().encode(parts.join('\n'));
  return ok({ kind, ledger, memories: memories.value, creation });
}

async function readMemories(text: string): Promise<Result<WrittenMemory[]>> {
  const memories: WrittenMemory[] = [];
  let read = 0;
  for (const [line] of text.matchAll(/[^\n]+/g)) {
    read += 1;
    if (read % CHECK_BATCH === 0) await sleep(0);
    if (line.trim() === '') continue;
    if (memories.length === MAX_MEMORIES)
      return fail({ code: 'too_large', what: `\`${MEMORIES}\`, in lines,`, limit: MAX_MEMORIES });
    const memory = writtenMemory.safeParse(parse(line));
    if (!memory.success)
      return refuse(`memory ${memories.length + 1} of \`${MEMORIES}\` is invalid: download the export again`);
    memories.push(memory.data);
  }
  return ok(memories);
}

const refuse = (message: string) => fail({ code: 'invalid', errors: [{ pointer: '', message }] });

function unzip(bytes: Uint8Array): Result<Map<string, Uint8Array>> {
  const cause = 'the zip is truncated or broken: download the export again';
  const entries = listZip(bytes);
  if (!entries) return refuse(cause);
  const files = new Map<string, Uint8Array>();
  let room = MAX_LEDGER;
  for (const [name, entry] of entries) {
    if (!REQUIRED_FILES.test(name)) continue;
    const file = unpackEntry(bytes, entry, room);
    if (file === 'too_large')
      return fail({ code: 'too_large', what: 'ledger of the export, unpacked,', limit: MAX_LEDGER });
    if (file === null) return refuse(cause);
    room -= file.length;
    files.set(name, file);
  }
  return ok(files);
}

const readText = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

function readManifest(files: ReadonlyMap<string, Uint8Array>): Result<ExportManifest> {
  const file = files.get('export.json');
  if (!file) return refuse('the zip is not an export of a scene or a run: `export.json` is missing');
  const manifest = parse(readText(file));
  const version = asRecord(manifest).version;
  if (typeof version === 'number' && version > EXPORT_VERSION)
    return refuse(
      `the export has version ${version}, but this stage only supports versions up to ${EXPORT_VERSION}`,
    );
  const parsedManifest = exportManifest.safeParse(manifest);
  return parsedManifest.success
    ? ok(parsedManifest.data)
    : refuse('`export.json` is broken: download the export again');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const payloads = new Map<EventKind, z.ZodObject>();
/** The schema of a payload, built on first use. */
function payloadSchema(kind: EventKind): z.ZodObject {
  const schema = payloads.get(kind) ?? CATALOGUE[kind].payload();
  payloads.set(kind, schema);
  return schema;
}

/** Reads the next event of the ledger, and validates it against the catalogue. */
function readEvent(line: string, seq: number, kind: ExportManifest['kind']): Result<Event> {
  const value = parse(line);
  const kindName = asRecord(value).kind;
  if (typeof kindName === 'string' && !Object.hasOwn(CATALOGUE, kindName))
    return refuse(
      `event ${seq} has the kind "${kindName}", which this stage does not know: the export is newer`,
    );
  const parsedEvent = eventSchema.safeParse(value);
  if (!parsedEvent.success) return refuse(`event ${seq} is invalid: ${firstIssue(parsedEvent.error)}`);
  if (parsedEvent.data.seq !== seq)
    return refuse(`event ${seq} is missing: found event ${parsedEvent.data.seq} instead`);
  const { rooms } = CATALOGUE[parsedEvent.data.kind];
  if (rooms !== 'both' && rooms !== (kind === 'scene' ? 'scene' : 'run'))
    return refuse(
      `event ${seq} has the kind "${parsedEvent.data.kind}", which does not occur in this kind of room`,
    );
  const payload = payloadSchema(parsedEvent.data.kind).safeParse(parsedEvent.data.payload);
  if (!payload.success)
    return refuse(`event ${seq} (${parsedEvent.data.kind}) is invalid: ${firstIssue(payload.error)}`);
  // Keep the original value, including fields that the catalogue does not know.
  return ok(value as Event);
}

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue ? `${issue.path.join('.') || 'it'}: ${issue.message}` : 'it has the wrong format';
}
