/** True for a text that can be one segment of a path, once it is encoded. */
export const isSegment = (text: string): boolean => !/^\.{0,2}$/.test(text) && text.isWellFormed();

/**
 * Encodes a value as one segment of a URL's path. A URL parser drops empty and dot segments and takes `%2e` for a dot, so
 * these would lead to another path: they are refused.
 *
 * @throws TypeError for a value that cannot be a segment
 */
export function encodeSegment(value: string | number): string {
  const text = String(value);
  if (!isSegment(text)) throw new TypeError(`${JSON.stringify(text)} cannot be part of a path`);
  return encodeURIComponent(text);
}

/**
 * Builds the path of a URL. Each value stays within its segment, whatever characters it contains.
 *
 * @example
 * ```ts
 * urlPath`/webhooks/${id}/${token}?wait=true`;
 * ```
 */
export const urlPath = (parts: TemplateStringsArray, ...values: (string | number)[]): string =>
  String.raw({ raw: parts }, ...values.map(encodeSegment));
