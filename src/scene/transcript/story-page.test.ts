import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { callOn, INN, openScene, type Room } from '../../../test/support/play-scene';
import { OWNER, type Viewer } from '../../contract/events/events';
import { drawThumbnail } from '../../library/thumbnail';
import { readTranscript, transcriptHead } from './entries';
import { writeTranscript } from './formats';
import type { Faces } from './story-page';

const WHOLE = { isFirst: true, isLast: true };
const HOSTILE = `"><script>alert(1)</script><img src=x onerror='a()'>`;
const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';

function writePage(room: Room, viewer: Viewer = OWNER, faces: Faces = {}): string {
  const entries = readTranscript(room.ledger.toReversed(), room.state, viewer);
  return writeTranscript('html', transcriptHead(room.state, entries), entries, WHOLE, faces);
}

async function play(inn: object = {}): Promise<Room> {
  const room = openScene({ ...INN, opening: { text: 'Rain.' }, ...inn });
  await room.hear('Anybody?', { ...callOn('bo'), bo: { kind: 'say', text: 'Here.' } });
  await room.hear(
    { text: 'Psst.', to: ['bo'], whisper: true },
    { ...callOn('bo'), bo: { kind: 'say', text: 'Aye.' } },
  );
  return room;
}

describe('a conversation as a page', () => {
  it('begins with scenario and cast, and has a rule before each round', async () => {
    const page = writePage(await play({ scenario: 'A *loud* night.' }));
    expect(page).toContain('A scene in 2 rounds');
    expect(page).toContain('<div class="scenario"><p>A <em>loud</em> night.</p></div>');
    const [title = '', ...rounds] = page.split('<h2 class="round">');
    expect(title).toMatch(/<ul class="cast"><li class="h\d+">[\s\S]*>Bo</);
    expect(title).toContain('<span class="part">player</span>');
    expect(title).toContain('the understudy, an offline stand-in and no model');
    expect(rounds.map((round) => round.slice(0, 20))).toEqual([
      '<span>Round 1</span>',
      '<span>Round 2</span>',
    ]);
    expect(title).toContain('Rain.');
    expect(rounds[1]).toMatch(/class="line h\d+ whisper"/);
  });

  it('gives each speaker a colour, the same on the title page and beside every line', async () => {
    const page = writePage(await play());
    const colours = (pattern: RegExp) => new Set([...page.matchAll(pattern)].map(([, hue]) => hue));
    const ofBo = colours(/class="(?:line )?(h\d+)[^>]*>(?:(?!<\/li>|<\/article>)[\s\S])*?class="name">Bo</g);
    const ofMara = colours(
      /class="(?:line )?(h\d+)[^>]*>(?:(?!<\/li>|<\/article>)[\s\S])*?class="name">Mara</g,
    );
    expect([ofBo.size, ofMara.size]).toEqual([1, 1]);
    expect([...ofBo]).not.toEqual([...ofMara]);
  });

  it('is the same in pieces, wherever it is cut', async () => {
    const room = await play();
    const entries = readTranscript(room.ledger.toReversed(), room.state, OWNER);
    const head = transcriptHead(room.state, entries);
    for (let cut = 0; cut <= entries.length; cut += 1) {
      const round = entries.slice(0, cut).findLast((entry) => entry.round !== null)?.round ?? 0;
      const pieces = [
        writeTranscript('html', head, entries.slice(0, cut), { isFirst: true, isLast: false }),
        writeTranscript('html', head, entries.slice(cut), { isFirst: false, isLast: true, round }),
      ];
      expect(pieces.join('')).toBe(writePage(room));
    }
  });

  it('shows a picture that is in it, once, and by reference beside each line', async () => {
    const page = writePage(await play(), OWNER, { bo: PICTURE });
    expect(page.match(/iVBORw0KGgo=/g)).toHaveLength(1);
    const [, id] = /<symbol id="(face-\d+)"/.exec(page) ?? [];
    expect(page.match(new RegExp(`<use href="#${id}"/>`, 'g'))?.length).toBeGreaterThan(2);
    for (const other of [
      'https://elsewhere.test/a.png',
      'data:image/svg+xml;base64,AA==',
      `${PICTURE}" onload="a()`,
    ])
      expect(writePage(await play(), OWNER, { bo: other })).not.toContain('<symbol');
  });

  it('loads nothing and runs nothing, whatever anybody wrote', async () => {
    const { ledger, state } = await play();
    const entries = readTranscript(ledger.toReversed(), state, OWNER).map((entry) => ({
      ...entry,
      ...{ at: HOSTILE, name: HOSTILE, text: HOSTILE, hearers: [HOSTILE] },
      answerer: { provider: HOSTILE },
    }));
    const { bo } = state.cast;
    if (!bo) throw new Error('nobody is called bo');
    const cast = { ...state.cast, bo: { ...bo, name: HOSTILE, description: HOSTILE } };
    const head = transcriptHead({ ...state, title: HOSTILE, scenario: HOSTILE, cast }, entries);
    const page = writeTranscript('html', head, entries, WHOLE, { bo: PICTURE });
    // Check only tags and attributes; the text itself may contain anything.
    const tags = [...page.matchAll(/<[a-z][^>]*>/gi)]
      .map(([tag]) => tag.replaceAll(/"[^"]*"/g, '""'))
      .join('\n');
    expect(tags).not.toMatch(/<(?:script|img|link|iframe|object|a)\b/i);
    expect(tags).not.toMatch(/\s(?:on\w+|style|src)=/i);
    expect(page).not.toContain('<script');
    expect(page).not.toMatch(/@import|url\(|https?:/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('of a seat names nobody whom its person has not heard, and no whisper of others', async () => {
    const page = writePage(await play(), { owner: false, ids: ['persona:jo'] });
    expect(page).not.toContain('Psst');
    expect(page).toContain('Here.');
    expect(page).toContain('A scene in one round');
  });
});

describe('a thumbnail', () => {
  const sizeOf = (address: string | null): number[] => {
    const bytes = Buffer.from((address ?? '').replace('data:image/png;base64,', ''), 'base64');
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  };

  it('is a small square of any sound picture', () => {
    for (const channels of [1, 2, 3, 4] as const) {
      const data = new Uint8Array(300 * 450 * channels).fill(200);
      expect(sizeOf(drawThumbnail(encode({ width: 300, height: 450, data, channels })))).toEqual([112, 112]);
    }
    const plain = encode({
      ...{ width: 400, height: 600, data: new Uint8Array(50 * 600), depth: 1, channels: 1 },
      palette: [[72, 64, 84]],
    });
    expect(sizeOf(drawThumbnail(plain))).toEqual([112, 112]);
    const tiny = encode({ width: 20, height: 30, data: new Uint8Array(20 * 30 * 3), channels: 3 });
    expect(sizeOf(drawThumbnail(tiny))).toEqual([20, 20]);
  });

  it('is of the upper part, where a face is', () => {
    const data = new Uint8Array(100 * 300 * 3);
    data.fill(255, 0, 100 * 100 * 3);
    const address = drawThumbnail(encode({ width: 100, height: 300, data, channels: 3 }));
    const white = drawThumbnail(
      encode({ width: 100, height: 100, data: new Uint8Array(100 * 100 * 3).fill(255), channels: 3 }),
    );
    expect(address).toBe(white);
  });

  it('is none of a file that is damaged and large', () =>
    expect(drawThumbnail(new Uint8Array(100_000))).toBeNull());
});
