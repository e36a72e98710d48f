import { fail, ok, type Result } from '../api/problems';
import type { JsonObject } from '../base/json';

/** The JSON object in the body of a delivery. */
export function readPayload(body: string): Result<JsonObject> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return ok(value as JsonObject);
  } catch {
    // Said below.
  }
  return fail({ code: 'invalid', errors: [{ pointer: '', message: 'must be one JSON object' }] });
}

/** The fields of a form; `payload` is JSON where it is given (Slack's buttons). */
export function readForm(body: string): Result<JsonObject> {
  const fields = Object.fromEntries(new URLSearchParams(body));
  return fields.payload === undefined ? ok(fields) : readPayload(fields.payload);
}
