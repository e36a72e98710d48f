import { findEncoding } from '../base/decode-text';
import { fail, ok, type Result } from '../contract/problems';
import { addRepair, type ImportNotes } from './fit-fields';

/**
 * Decodes a text file: UTF-8 or UTF-16, with or without a byte order mark. Bytes that are not UTF-8 become �, as in other
 * programs, and are noted.
 */
export function decodeText(bytes: Uint8Array, notes: ImportNotes): string {
  const encoding = findEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    addRepair(notes, '', `has bytes that are not ${encoding.toUpperCase()}: they are read as �`);
    return new TextDecoder(encoding).decode(bytes);
  }
}

/** Parses the JSON in a file. @param what names it in the problem */
export function parseJson(bytes: Uint8Array, what: string, notes: ImportNotes): Result<unknown> {
  const text = decodeText(bytes, notes);
  try {
    return ok(JSON.parse(text));
  } catch {
    return refuseFile(`has ${what} that is not JSON: export the card again`);
  }
}

/** A problem with a file as a whole. @param message continues "The file" */
export const refuseFile = (message: string): Result<never> =>
  fail({ code: 'invalid', detail: `The file ${message}.`, errors: [{ pointer: '', message }] });
