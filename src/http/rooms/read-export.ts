import type { z } from 'zod';
import { asRecord } from '../../base/foreign-values';
import { sleep } from '../../base/sleep';
import { listZip, unpackEntry } from '../../base/zip';
import { CATALOGUE, type EventKind } from '../../contract/events/catalogue';
import type { Event } from '../../contract/events/events';
import { event as eventSchema } from '../../contract/events/wire';
import { fail, ok, type Result } from '../../contract/problems';
import { EXPORT_VERSION, type ExportManifest, exportManifest } from '../../contract/transcripts';
import type { LedgerFile } from '../../room/rpc';

/** Most bytes of a ledger that is imported: it is held whole, here and in its room. */
const MAX_LEDGER = 16 * 1024 * 1024;

/** Lines that are checked before others are served again. */
const CHECKED_AT_ONCE = 500;

/** An export as far as a room is made again from it. */
export interface ReadExport {
  kind: ExportManifest['kind'];
  ledger: LedgerFile;
  /** The first event. */
  creation: Event;
}

/** Files of an export that say what happened; all others are made from them. */
const NEEDED = /^(?:export\.json|(?:ledger|events)\.jsonl|ledger\/\d{4}\.jsonl)$/;

/**
 * Reads an export and checks each of its events against the catalogue.
 *
 * @param bytes the zip of `GET …/export`
 * @returns `invalid` with the cause when the file is cut off, broken or newer than this code; `too_large`
 */
export async function readExport(bytes: Uint8Array): Promise<Result<ReadExport>> {
  const files = unzip(bytes);
  if (!files.ok) return files;
  const manifest = readManifest(files.value);
  if (!manifest.ok) return manifest;
  const { kind, events: count } = manifest.value;
  const names = [...files.value.keys()].filter((name) => name.endsWith('.jsonl')).sort();
  const parts: string[] = [];
  let creation: Event | null = null;
  let seq = 0;
  let read = 0;
  for (const name of names) {
    // Millions of empty lines cost nothing so.
    for (const [line] of readText(files.value.get(name)).matchAll(/[^\n]+/g)) {
      read += 1;
      if (read % CHECKED_AT_ONCE === 0) await sleep(0);
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
    return refuse(`the ledger has ${seq} events and the export says ${count}: the file is not whole`);
  return ok({ kind, ledger: new TextEncoder().encode(parts.join('\n')), creation });
}

const refuse = (message: string) => fail({ code: 'invalid', errors: [{ pointer: '', message }] });

function unzip(bytes: Uint8Array): Result<Map<string, Uint8Array>> {
  const cause = 'the zip is cut off or broken: download the export again';
  const entries = listZip(bytes);
  if (!entries) return refuse(cause);
  const files = new Map<string, Uint8Array>();
  let room = MAX_LEDGER;
  for (const [name, entry] of entries) {
    if (!NEEDED.test(name)) continue;
    const file = unpackEntry(bytes, entry, room);
    if (file === 'too_large')
      return fail({ code: 'too_large', what: 'the ledger of the export, unpacked', limit: MAX_LEDGER });
    if (file === null) return refuse(cause);
    room -= file.length;
    files.set(name, file);
  }
  return ok(files);
}

const readText = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

function readManifest(files: ReadonlyMap<string, Uint8Array>): Result<ExportManifest> {
  const file = files.get('export.json');
  if (!file) return refuse('the zip is no export of a scene or a run: it has no `export.json`');
  const manifest = parse(readText(file));
  const version = asRecord(manifest).version;
  if (typeof version === 'number' && version > EXPORT_VERSION)
    return refuse(
      `the export has version ${version}, and this stage reads up to ${EXPORT_VERSION}: it is newer`,
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
/** The schema of a payload, made when a file first has an event of that kind. */
function payloadOf(kind: EventKind): z.ZodObject {
  const schema = payloads.get(kind) ?? CATALOGUE[kind].payload();
  payloads.set(kind, schema);
  return schema;
}

/** An event of the ledger, if it is the next one and as the catalogue says. */
function readEvent(line: string, seq: number, kind: ExportManifest['kind']): Result<Event> {
  const value = parse(line);
  const kindName = asRecord(value).kind;
  if (typeof kindName === 'string' && !Object.hasOwn(CATALOGUE, kindName))
    return refuse(
      `event ${seq} is of the kind "${kindName}", which this stage does not know: the export is newer`,
    );
  const parsedEvent = eventSchema.safeParse(value);
  if (!parsedEvent.success) return refuse(`event ${seq} is broken: ${firstIssue(parsedEvent.error)}`);
  if (parsedEvent.data.seq !== seq)
    return refuse(`event ${seq} is missing: event ${parsedEvent.data.seq} stands in its place`);
  const { rooms } = CATALOGUE[parsedEvent.data.kind];
  if (rooms !== 'both' && rooms !== (kind === 'scene' ? 'scene' : 'run'))
    return refuse(
      `event ${seq} is of the kind "${parsedEvent.data.kind}", which a ledger of this room does not have`,
    );
  const payload = payloadOf(parsedEvent.data.kind).safeParse(parsedEvent.data.payload);
  if (!payload.success)
    return refuse(`event ${seq} (${parsedEvent.data.kind}) is broken: ${firstIssue(payload.error)}`);
  // It is taken as it stands: what the catalogue does not list stays in it.
  return ok(value as Event);
}

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue ? `${issue.path.join('.') || 'it'}: ${issue.message}` : 'it has another form';
}
