import { writeForm } from '../../packages/zmachine-story/src/iff';

/** The Blorb specification 2.0.4. */
interface BlorbParts {
  /** Chunk `ZCOD`. */
  story: Uint8Array;
  record?: string;
  cover?: { type: 'PNG ' | 'JPEG'; bytes: Uint8Array };
}

const COVER_NUMBER = 3;
const INDEX_HEAD = 12 + 8 + 4;

export function buildBlorb({ story, record, cover }: BlorbParts): Uint8Array<ArrayBuffer> {
  const resources: [usage: string, number: number, type: string, content: Uint8Array][] = [
    ['Exec', 0, 'ZCOD', story],
    ...(cover
      ? [['Pict', COVER_NUMBER, cover.type, cover.bytes] as [string, number, string, Uint8Array]]
      : []),
  ];
  const index = new Uint8Array(4 + 12 * resources.length);
  const view = new DataView(index.buffer);
  view.setUint32(0, resources.length);
  let start = INDEX_HEAD + 12 * resources.length;
  for (const [i, [usage, number, , content]] of resources.entries()) {
    index.set(new TextEncoder().encode(usage), 4 + 12 * i);
    view.setUint32(8 + 12 * i, number);
    view.setUint32(12 + 12 * i, start);
    start += 8 + content.length + (content.length & 1);
  }
  const front = Uint8Array.from([0, 0, 0, COVER_NUMBER]);
  return writeForm('IFRS', [
    ['RIdx', index],
    ...resources.map(([, , type, content]) => [type, content] as const),
    ...(cover ? [['Fspc', front] as const] : []),
    ...(record === undefined ? [] : [['IFmd', new TextEncoder().encode(record)] as const]),
  ]);
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An iFiction record with a title and an author; both must be escaped already. */
export const writeRecord = (title: string, author: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<ifindex version="1.0" xmlns="http://babel.ifarchive.org/protocol/iFiction/">
  <story>
    <identification><ifid>ZCODE-1-250101-0000</ifid><format>zcode</format></identification>
    <bibliographic><title>${title}</title><author>${author}</author></bibliographic>
  </story>
</ifindex>`;
