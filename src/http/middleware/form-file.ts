interface FormFile {
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
}

/** Maximum characters of a boundary (RFC 2046), because the search compares it at each position of the body. */
const MAX_BOUNDARY = 70;
const MISSING = 'must be a file, for example with curl -F file=@card.png';

/**
 * Finds the form field `file` (RFC 7578). The file is a view of the body: `formData()` would copy it twice, and large
 * files would exceed a Worker's memory.
 *
 * @param type the content type of the form, with its boundary
 * @returns the problem if the form is broken or has no such file
 */
export function findFormFile(body: Uint8Array<ArrayBuffer>, type: string): FormFile | string {
  const [, quotedName, plainName] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  const boundary = quotedName ?? plainName;
  if (boundary === undefined) return MISSING;
  if (boundary.length > MAX_BOUNDARY)
    return `must be in a form with a boundary (see Content-Type) of at most ${MAX_BOUNDARY} characters`;
  const encoder = new TextEncoder();
  const delimiter = encoder.encode(`\r\n--${boundary}`);
  const headEnd = encoder.encode('\r\n\r\n');
  // The first delimiter has no preceding line break.
  let at = startsWith(body, delimiter.subarray(2), 0) ? -2 : findBytes(body, delimiter, 0);
  while (at !== -1) {
    const start = at + delimiter.length;
    const head = findBytes(body, headEnd, start);
    const end = head < 0 ? -1 : findBytes(body, delimiter, head);
    if (end < 0) return MISSING;
    const headers = new TextDecoder().decode(body.subarray(start, head));
    const name = /\bfilename="((?:[^"\\\r\n]|\\.)*)"/i.exec(headers)?.[1];
    if (name !== undefined && /[;\s]name="?file"?(?:[;\s]|$)/i.test(headers))
      return { name: unescapeName(name), bytes: body.subarray(head + headEnd.length, end) };
    at = end;
  }
  return MISSING;
}

/** Browsers escape with `%22`, curl with a backslash. */
const unescapeName = (name: string): string => name.replaceAll('%22', '"').replace(/\\(["\\])/g, '$1');

const startsWith = (bytes: Uint8Array, wanted: Uint8Array, at: number): boolean =>
  wanted.every((byte, index) => bytes[at + index] === byte);

function findBytes(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (startsWith(bytes, wanted, at)) return at;
  return -1;
}
