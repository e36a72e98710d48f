/** True for text that can be one path segment after encoding. */
export const isSegment = (text: string): boolean => !/^\.{0,2}$/.test(text) && text.isWellFormed();

/**
 * Encodes a value as one path segment of a URL. URL parsers drop empty and dot segments and treat `%2e` as a
 * dot, so such values would reach another path and are rejected.
 *
 * @throws TypeError for a value that cannot be a segment
 */
export function encodeSegment(value: string | number): string {
  const text = String(value);
  if (!isSegment(text)) throw new TypeError(`${JSON.stringify(text)} cannot be part of a path`);
  return encodeURIComponent(text);
}

/**
 * Builds a URL path. No value can leave its segment.
 *
 * @example
 * ```ts
 * urlPath`/webhooks/${id}/${token}?wait=true`;
 * ```
 */
export const urlPath = (parts: TemplateStringsArray, ...values: (string | number)[]): string =>
  String.raw({ raw: parts }, ...values.map(encodeSegment));
