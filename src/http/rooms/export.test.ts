import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../contract/problems';
import { type ExportPage, zipPages } from './zip';

const read = async (stream: ReadableStream<Uint8Array>) =>
  unzipSync(new Uint8Array(await new Response(stream).arrayBuffer()));

describe('the zip of an export', () => {
  it('holds the files of every page, empty pages included', async () => {
    const pages: Record<string, ExportPage> = {
      two: { files: [], next: 'three' },
      three: { files: [{ path: 'frames/1.png', base64: btoa('\x89PNG') }], next: null },
    };
    const first: ExportPage = { files: [{ path: 'state.json', text: '{"ä":1}' }], next: 'two' };
    const files = await read(
      zipPages(first, async (cursor) => ok(pages[cursor] ?? { files: [], next: null })),
    );
    expect(Object.keys(files).sort()).toEqual(['frames/1.png', 'state.json']);
    expect(strFromU8(files['state.json'] ?? new Uint8Array())).toBe('{"ä":1}');
    expect([...(files['frames/1.png'] ?? [])]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  it('breaks off when a page cannot be had, rather than look whole', async () => {
    const first: ExportPage = { files: [{ path: 'a', text: 'a' }], next: 'two' };
    const stream = zipPages(first, async () => fail({ code: 'unavailable', detail: '', retryAfter: 1 }));
    expect(await read(stream).catch((error: Error) => error.message)).toContain('unavailable');
  });
});
