import { encodeSegment } from '../base/url-path';
import type { ProviderKind } from './providers';

/** Names that end up in a URL or a header: segments of letters, digits, `.`, `_`, `~` and `-`. */
const SEGMENT = '[A-Za-z0-9][A-Za-z0-9._~-]*';
const ADDRESSED: Partial<Record<ProviderKind, { pattern: RegExp; takes: string }>> = {
  // Its name is part of the address of every request.
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
/** `.` and `..` between slashes of any spelling. Gateways put the name of a body into a path of their own. */
const DOTS = /(?:^|[\\/]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[\\/]|%2f|%5c)/i;

/**
 * Checks the name of a model as a kind of provider takes it.
 *
 * @returns what is wrong and what to write instead; null: nothing
 */
export function checkModelName(kind: ProviderKind, name: string): string | null {
  const { pattern, takes } = ADDRESSED[kind] ?? {};
  const fix = 'GET /v1/providers/{name}/models lists the names';
  if (pattern !== undefined)
    return pattern.test(name) ? null : `not the name of a model: ${kind} takes ${takes}; ${fix}`;
  if (UNPRINTABLE.test(name) || name.trim() !== name || name === '')
    return `not the name of a model: it has invisible characters, or spaces at its ends; ${fix}`;
  return DOTS.test(name) ? `not the name of a model: it has . or .. as a part of a path; ${fix}` : null;
}

/** The name of a model as a part of an address, each of its segments encoded. @throws TypeError for dot segments */
export const encodeModelName = (name: string): string => name.split('/').map(encodeSegment).join('/');
