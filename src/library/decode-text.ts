import { findEncoding } from '../base/decode-text';
import { fail, ok, type Result } from '../contract/problems';
import { addRepair, type ImportNotes } from './fit-fields';

/**
 * Decodes UTF-8 or UTF-16, with or without a byte order mark. Invalid UTF-8 becomes �, as in other programs,
 * and is recorded in the notes.
 */
export function decodeText(bytes: Uint8Array, notes: ImportNotes): string {
  const encoding = findEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    addRepair(
      notes,
      '',
      `contains bytes that are not valid ${encoding.toUpperCase()}; they were replaced with �`,
    );
    return new TextDecoder(encoding).decode(bytes);
  }
}

/** @param what shown in the error message */
export function parseJson(bytes: Uint8Array, what: string, notes: ImportNotes): Result<unknown> {
  const text = decodeText(bytes, notes);
  try {
    return ok(JSON.parse(text));
  } catch {
    return refuseFile(`has ${what} that is not JSON: export the card again`);
  }
}

/** A problem with the whole file. @param message continues "The file" */
export const refuseFile = (message: string): Result<never> =>
  fail({ code: 'invalid', detail: `The file ${message}.`, errors: [{ pointer: '', message }] });
