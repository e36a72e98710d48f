import { encodeSegment } from '../base/url-path';
import type { ProviderKind } from './providers';

/** A segment of a name that becomes part of a URL or a header. */
const SEGMENT = '[A-Za-z0-9][A-Za-z0-9._~-]*';
const ADDRESSED: Partial<Record<ProviderKind, { pattern: RegExp; takes: string }>> = {
  // Part of the URL of every request.
  google: {
    pattern: new RegExp(`^(?:(?:models|tunedModels)/)?${SEGMENT}$`),
    takes: 'names such as gemini-2.5-flash, models/gemini-2.5-flash or tunedModels/mine',
  },
  // The binding sends it as a header.
  'workers-ai': {
    pattern: new RegExp(`^@?${SEGMENT}(?:/${SEGMENT})*$`),
    takes: 'names such as @cf/meta/llama-3.3-70b-instruct-fp8-fast',
  },
};

/** Controls, formatting characters, private and unassigned code points, lone surrogates, and line ends. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
/** `.` and `..` between slashes, in any encoding. Gateways copy the name from the body into a path. */
const DOTS = /(?:^|[\\/]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[\\/]|%2f|%5c)/i;

/**
 * Checks a model name for a kind of provider.
 *
 * @returns the problem and its fix; null if the name is valid
 */
export function checkModelName(kind: ProviderKind, name: string): string | null {
  const { pattern, takes } = ADDRESSED[kind] ?? {};
  const fix = 'see GET /v1/providers/{name}/models for valid names';
  if (pattern !== undefined)
    return pattern.test(name) ? null : `not a valid model name: ${kind} expects ${takes}; ${fix}`;
  if (UNPRINTABLE.test(name) || name.trim() !== name || name === '')
    return `not a valid model name: it has invisible characters, or leading or trailing spaces; ${fix}`;
  return DOTS.test(name) ? `not a valid model name: it has . or .. as a path segment; ${fix}` : null;
}

/** Encodes each segment of a model name for a URL. @throws TypeError for dot segments */
export const encodeModelName = (name: string): string => name.split('/').map(encodeSegment).join('/');
