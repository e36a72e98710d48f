import { describe, expect, it } from 'vitest';
import { must } from '../../test/support/must';
import { callOn, INN, live, openScene, type Room, stateBefore } from '../../test/support/play-scene';
import { editLine, rollbackRound } from '../scene/actions/lines';
import { readTranscript, type TranscriptEntry, transcriptHead } from '../scene/transcript/entries';
import { writeTranscript } from '../scene/transcript/formats';
import { OWNER, type Viewer } from './events/events';
import { TRANSCRIPT_FORMATS } from './transcripts';

const WHOLE = { isFirst: true, isLast: true };
const viewerOf = (persona: string): Viewer => ({ owner: false, ids: [`persona:${persona}`] });
const read = (room: Room, viewer: Viewer = OWNER) =>
  readTranscript(room.ledger.toReversed(), room.state, viewer);
const said = (entries: readonly TranscriptEntry[]) =>
  entries.map(({ name, text, round }) => `${round} ${name}: ${text}`);

const speak = (text: string) => ({ ...callOn('bo'), bo: { kind: 'say', text } });

async function playTwo(): Promise<Room> {
  const room = openScene({ ...INN, opening: { text: 'Rain.' } });
  await room.hear('Anybody?', speak('Here.'));
  await room.hear('Two of us?', speak('Three.'));
  return room;
}

describe('the lines of a transcript', () => {
  it('are the opening, and each input before its answers', async () => {
    const room = await playTwo();
    const lines = said(read(room));
    expect(lines).toEqual(
      expect.arrayContaining(['0 Narrator: Rain.', '1 Mara: Anybody?', '2 Mara: Two of us?']),
    );
    expect(lines.indexOf('1 Mara: Anybody?')).toBe(1);
    expect(lines.indexOf('2 Mara: Two of us?')).toBeGreaterThan(
      lines.findIndex((line) => line.startsWith('1 Bo')),
    );
  });

  it('stand in the round that answered them, not where they waited; those that still wait come last', async () => {
    const room = openScene();
    room.say('One');
    await room.hear('Two');
    expect(said(read(room)).map((line) => line.slice(0, 9))).toEqual([
      '1 Mara: O',
      ...read(room)
        .slice(1, -1)
        .map(({ name, text, round }) => `${round} ${name}: ${text}`.slice(0, 9)),
      'null Mara',
    ]);
    await room.play();
    const rounds = read(room).map(({ round }) => round);
    expect(rounds).toEqual(rounds.toSorted());
  });

  it('say what they say now, by whoever said it last', async () => {
    const room = await playTwo();
    const [input] = read(room).filter(({ by }) => by === 'player');
    const line = read(room).find(({ by }) => by === 'character');
    for (const one of room.ledger.filter(({ seq }) => seq === input?.seq || seq === line?.seq))
      room.append(must(editLine(room.state, live(one), `Edited ${one.seq}`)));
    const [edited, spoken] = [input, line].map((one) => read(room).find(({ seq }) => seq === one?.seq));
    expect(edited?.text).toBe(`Edited ${input?.seq}`);
    expect(spoken).toMatchObject({ text: `Edited ${line?.seq}`, answerer: null });
  });

  it('are none of an undone round, nor of the player who was answered there alone', async () => {
    const room = await playTwo();
    room.append(must(rollbackRound(room.state, 1, stateBefore(room))));
    expect(said(read(room)).some((line) => line.startsWith('2 '))).toBe(false);
    expect(said(read(room))).toContain('1 Mara: Anybody?');
  });

  it('show a whisper to those who heard it alone, with its hearers', async () => {
    const room = openScene();
    await room.hear({ text: 'Psst.', to: ['ada'], whisper: true });
    const whispers = (viewer?: Viewer) => read(room, viewer).filter(({ hearers }) => hearers !== null);
    expect(whispers()[0]).toMatchObject({ name: 'Mara', text: 'Psst.', hearers: ['Ada'] });
    expect(whispers(viewerOf('mara'))[0]?.text).toBe('Psst.');
    expect(whispers(viewerOf('jo'))).toEqual([]);
    expect(JSON.stringify(read(room, viewerOf('jo')))).not.toContain('Psst');
  });

  it('show what players whisper among themselves where it was said', async () => {
    const room = openScene();
    room.say({ text: 'Between us.', to: ['persona:jo'], whisper: true });
    await room.hear('Aloud.');
    expect(said(read(room)).slice(0, 2)).toEqual(['null Mara: Between us.', '1 Mara: Aloud.']);
  });
});

describe('each form of a transcript', () => {
  const entry: TranscriptEntry = {
    ...{ seq: 7, round: 1, at: '2026-03-01T10:00:00.000Z', by: 'character', name: 'Ada <b>', kind: 'say' },
    ...{ text: '*sighs* # No\n<script>alert(1)</script>', hearers: ['Bo'], answerer: null },
  };
  const state = { id: 'scn_1', title: 'A *storm*', createdAt: entry.at, personas: [] };
  const head = transcriptHead({ ...state, cast: {}, castOrder: [], scenario: '' }, [entry]);
  const write = (as: (typeof TRANSCRIPT_FORMATS)[number]) => writeTranscript(as, head, [entry], WHOLE);

  it('is plain text', () =>
    expect(write('txt')).toBe(
      'A *storm*\n2026-03-01 · Ada <b>, Bo\n\nAda <b> (whispering to Bo): *sighs* # No\n<script>alert(1)</script>\n',
    ));

  it('is Markdown', () =>
    expect(write('md')).toBe(
      '# A \\*storm\\*\n\n2026-03-01 · Ada &lt;b&gt;, Bo\n\n' +
        '**Ada &lt;b&gt;** (whispering to Bo): *sighs* # No  \n&lt;script&gt;alert(1)&lt;/script&gt;\n',
    ));

  it('is one page of HTML without a script, readable in light and dark', () => {
    const page = write('html');
    expect(page).not.toMatch(/<script|<b>/);
    expect(page).toContain('color-scheme: light dark');
    expect(page).toContain('<em>sighs</em>');
    expect(page).toContain('whispering to Bo');
    expect(page).toMatch(/<title>A \*storm\*<\/title>/);
    expect(page.trim()).toMatch(/^<!doctype html>[\s\S]*<\/html>$/);
  });

  it('is a chat of SillyTavern, wordings that were not chosen as swipes', () => {
    const swiped = { ...entry, text: 'B', alternatives: ['A', 'B'], chosen: 1 };
    const [header, message] = writeTranscript('jsonl', head, [swiped], WHOLE)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(header).toMatchObject({
      user_name: 'unused',
      character_name: 'A *storm*',
      create_date: entry.at,
      chat_metadata: { proscenium: { scene: 'scn_1', title: 'A *storm*' } },
    });
    expect(message).toMatchObject({
      ...{ name: 'Ada <b>', is_user: false, is_system: false, send_date: entry.at, mes: 'B' },
      ...{
        swipe_id: 1,
        swipes: ['A', 'B'],
        extra: { proscenium: { round: 1, kind: 'say', hearers: ['Bo'] } },
      },
    });
  });

  it.each(TRANSCRIPT_FORMATS)('is the same in pieces: %s', (as) => {
    const pieces = [
      writeTranscript(as, head, [entry], { isFirst: true, isLast: false }),
      writeTranscript(as, head, [], { isFirst: false, isLast: true }),
    ];
    expect(pieces.join('')).toBe(write(as));
  });
});
