import { describe, expect, it } from 'vitest';
import { findFormFile } from './form-file';

const part = 'Content-Disposition: form-data; name="file"; filename="card.png"\r\n\r\nHello';
function find(body: string | Uint8Array<ArrayBuffer>, boundary: string) {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const file = findFormFile(bytes, `multipart/form-data; boundary=${boundary}`);
  return typeof file === 'string' ? file : new TextDecoder().decode(file.bytes);
}
const formOf = (boundary: string, before = '') => `${before}--${boundary}\r\n${part}\r\n--${boundary}--\r\n`;

describe('the file of a form', () => {
  it.each(['', '\r\n', 'A preamble.\r\n', 'Not --B this one.\r\n'])('is found behind %j', (before) =>
    expect(find(formOf('B', before), 'B')).toBe('Hello'),
  );

  it.each(['x', '\n', '\r'])('is not found behind a delimiter inside of a line: %j', (before) =>
    expect(find(formOf('B', before), 'B')).toMatch(/must be a file/),
  );

  it('is found behind a boundary of 70 characters, and a longer one is refused', () => {
    expect(find(formOf('-'.repeat(70)), '-'.repeat(70))).toBe('Hello');
    expect(find(formOf('-'.repeat(71)), '-'.repeat(71))).toMatch(/boundary .* at most 70 characters/);
  });

  it('is looked for once in a body that repeats the boundary', () => {
    const body = new Uint8Array(4 * 1024 * 1024).fill('-'.charCodeAt(0));
    expect(find(body, `${'-'.repeat(100_000)}x`)).toMatch(/boundary/);
    expect(find(body, `${'-'.repeat(69)}x`)).toMatch(/must be a file/);
  });
});
