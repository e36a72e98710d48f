import { describe, expect, it } from 'vitest';
import HIDDEN_CASE from '../../../test/fixtures/roleplay/hidden-messages-of-a-chat.json';
import { must } from '../../../test/support/must';
import { callOn, INN, openScene, PROFILES } from '../../../test/support/play-scene';
import type { MemberInput, NewScene } from '../../contract/create-scene';
import { type Event, OWNER } from '../../contract/events/events';
import { reduceScene } from '../reduce';
import { fillTexts } from '../setup/fill-texts';
import type { SceneState } from '../state';
import { readChatFile, readDate } from './chat-file';
import { readTranscript, type TranscriptEntry, transcriptHead } from './entries';
import { writeTranscript } from './formats';
import { importedHistory } from './import-chat';

const NOW = '2026-06-01T12:00:00.000Z';
const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const say = (name: string, mes: string, more: object = {}) => ({ name, is_user: false, mes, ...more });
const user = (mes: string, more: object = {}) => say('Rin', mes, { is_user: true, ...more });

const importText = (text: string, base: Partial<NewScene> = {}) =>
  importedHistory({
    ...{ id: 'scn_00000000000000000001', chat: must(readChatFile(text)), base, profiles: PROFILES },
    ...{ seed: 'seed', dice: 'dice', now: NOW },
  });
function open(text: string, base: Partial<NewScene> = {}) {
  const { past, report } = must(importText(text, base));
  const state = past.reduce<SceneState | null>((now, event) => reduceScene(now, event), null);
  if (!state) throw new Error('no scene');
  return { past, report, state, entries: readTranscript(past.toReversed(), state, OWNER) };
}
const said = (entries: readonly TranscriptEntry[]) =>
  entries.map(({ round, by, name, text }) => `${round} ${by} ${name}: ${text}`);

/** Current format of a single chat in SillyTavern: the names in the header are `unused`. */
const SINGLE = lines(
  {
    chat_metadata: {
      ...{ integrity: 'f9a8', note_prompt: 'Keep it slow.', note_interval: 1, note_depth: 4, tainted: true },
      ...{ scenario: 'A bakery at dawn.', timedWorldInfo: {} },
    },
    ...{ user_name: 'unused', character_name: 'unused' },
  },
  say('Sumire', '*yawns* You are early, {{user}}.', {
    ...{ is_system: false, send_date: '2026-05-01T09:30:00.000Z', extra: {} },
    ...{ swipe_id: 1, swipes: ['Closed.', '*yawns* You are early, {{user}}.'] },
  }),
  user('Bread?', { send_date: '2026-05-01T09:31:00.000Z', force_avatar: 'User Avatars/rin.png' }),
  say('Sumire', 'Soon.', {
    send_date: '2026-05-01T09:31:09.000Z',
    extra: { api: 'openai', model: 'gpt-4o', reasoning: 'She is hungry.', token_count: 3 },
  }),
);

describe('a chat of SillyTavern', () => {
  it('is read as lines, with what else stands in it', () => {
    const chat = must(readChatFile(`\uFEFF${SINGLE.replaceAll('\n', '\r\n')}\r\n\r\n`));
    expect(chat).toMatchObject({
      ...{ title: null, userName: null, characterName: null, note: 'Keep it slow.' },
      scenario: 'A bakery at dawn.',
    });
    expect(chat.entries.map(({ by, name, text }) => [by, name, text])).toEqual([
      ['character', 'Sumire', '*yawns* You are early, {{user}}.'],
      ['player', 'Rin', 'Bread?'],
      ['character', 'Sumire', 'Soon.'],
    ]);
    expect(chat.entries[0]).toMatchObject({
      alternatives: ['Closed.', '*yawns* You are early, {{user}}.'],
      chosen: 1,
    });
    expect(chat.entries[2]?.answerer).toEqual({ provider: 'import', model: 'gpt-4o' });
    expect(chat.notUsed.map(({ what, count }) => [what, count])).toEqual([
      ['settings of the chat', 1],
      ['reasoning of models', 1],
    ]);
  });

  it('is read in the form of 2023, with times of its own and no chat_metadata', () => {
    const chat = must(
      readChatFile(
        lines(
          { user_name: 'You', character_name: 'Sumire', create_date: 1674559900991 },
          say('Sumire', 'Hm?', { is_name: true, send_date: '2023-4-21 @20h 02m 47s 124ms' }),
          { is_user: true, is_name: true, mes: 'Me.', send_date: 1682107386446 },
        ),
      ),
    );
    expect(chat.entries.map(({ name, at }) => [name, at])).toEqual([
      ['Sumire', '2023-04-21T20:02:47.124Z'],
      ['You', '2023-04-21T20:03:06.446Z'],
    ]);
  });

  it.each([
    ['2026-01-01T00:00:10Z', '2026-01-01T00:00:10.000Z'],
    ['2025-09-25@23h59m28s', '2025-09-25T23:59:28.000Z'],
    ['2025-09-25 @23h59m', '2025-09-25T23:59:00.000Z'],
    ['June 19, 2023 2:20pm', '2023-06-19T14:20:00.000Z'],
    ['June 19, 2023 12:05am', '2023-06-19T00:05:00.000Z'],
    [1682107386446, '2023-04-21T20:03:06.446Z'],
    ['1682107386', '2023-04-21T20:03:06.000Z'],
    ['yesterday', ''],
    [null, ''],
    [1e300, ''],
  ])('has times such as %j', (sent, at) => expect(readDate(sent)).toBe(at));

  it('leaves out what nobody says, and counts it', () => {
    const chat = must(
      readChatFile(
        lines(
          say('A', 'Aloud.'),
          say('System', 'Help!', { is_system: true, extra: { type: 'help' } }),
          user('A comment.', { is_system: true, extra: { type: 'comment' } }),
          say('A', '  '),
          say('A', 'Hidden.', { is_system: true }),
          say('System', 'Rain.', { extra: { type: 'narrator' } }),
          { theirs: true },
        ),
      ),
    );
    expect(chat.entries.map(({ by, name, text }) => `${by} ${name}: ${text}`)).toEqual([
      'character A: Aloud.',
      'narrator Rin: A comment.',
      'character A: Hidden.',
      'narrator System: Rain.',
    ]);
    expect(chat.entries.filter(({ isHidden }) => isHidden).map(({ text }) => text)).toEqual([
      'A comment.',
      'Hidden.',
    ]);
    expect(chat.notUsed.map(({ what, count }) => `${count} ${what}`)).toEqual([
      '1 messages of the program',
      '1 messages without words',
      '1 lines without a message',
    ]);
  });

  it.each([
    ['something else', 'Sans: the saws stopped.', /contains no chat messages.*is not a JSON object/],
    ['no message', lines({ user_name: 'You', chat_metadata: {} }), /contains no chat messages/],
    ['an empty file', '', /contains no chat messages/],
    ['an array', '[]', /contains no chat messages/],
    ['JSON of another kind', '{"a": 1}', /contains no chat messages/],
  ])('is refused with %s', (_, text, message) => {
    const read = readChatFile(text);
    expect(read).toMatchObject({ ok: false, failure: { code: 'invalid' } });
    expect(JSON.stringify(read)).toMatch(message);
  });

  it.each([
    ['a line that is cut off', `${lines(say('A', 'One.'))}\n{"name":"A","is_us`, 'skipped', '/1', 'One.'],
    ['words that are none', lines(say('A', 'x'), { name: 'A', mes: ['y'] }), 'skipped', '/1/mes', 'x'],
    ['too long a line', lines(say('A', 'x'.repeat(50_001))), 'repaired', '/0', 'x'.repeat(50_000)],
  ] as const)('is read with %s, which is named', (_, text, list, pointer, words) => {
    const chat = must(readChatFile(text));
    expect(chat[list]).toMatchObject([{ pointer }]);
    expect(chat.entries.map((entry) => entry.text)).toEqual([words]);
  });

  it.each([
    ['a number', lines({ name: 'A', mes: 7 }), 'character A: 7'],
    ['no name', lines({ is_user: false, mes: 'Hm.' }), 'character Ada: Hm.'],
    ['"You" and nothing else', lines({ name: 'You', mes: 'Hi.' }), 'player You: Hi.'],
    ['the name of the player', lines({ user_name: 'Rin' }, { name: 'Rin', mes: 'Hi.' }), 'player Rin: Hi.'],
    ['a character called You', lines({ name: 'You', is_user: false, mes: 'Hi.' }), 'character You: Hi.'],
    ['a flag as text', lines({ name: 'Rin', is_user: 'true', mes: 'Hi.' }), 'player Rin: Hi.'],
    ['all messages in a list', JSON.stringify([say('A', 'Hi.')], null, 2), 'character A: Hi.'],
  ])('is read with %s', (_, text, line) => {
    const { entries } = must(readChatFile(text, 'Ada'));
    expect(entries.map(({ by, name, text: words }) => `${by} ${name}: ${words}`)).toEqual([line]);
  });

  it('of more messages than a scene takes is refused', () => {
    const many = Array.from({ length: 20_001 }, () => '{"name":"A","mes":"x"}').join('\n');
    expect(readChatFile(many)).toMatchObject({ failure: { code: 'too_large', limit: 20_000 } });
  });
});

describe('hidden messages of a chat', () => {
  const file = lines(...HIDDEN_CASE.lines);

  it('stay hidden from everyone but the owner, and come back in the chat file', () => {
    const { entries, state, past } = open(file);
    expect(entries.map(({ text, isHidden }) => [text, isHidden ?? false])).toEqual([
      ['Hello.', false],
      ['Let us go.', false],
      ['PLOT-NOTE', true],
      ['We go.', false],
    ]);
    const seat = { owner: false, ids: ['persona:pat'] };
    expect(JSON.stringify(readTranscript(past.toReversed(), state, seat))).not.toContain('PLOT-NOTE');
    const head = transcriptHead(state, entries);
    const rows = writeTranscript('jsonl', head, entries, { isFirst: true, isLast: true }).trim().split('\n');
    expect(rows.map((row) => JSON.parse(row).is_system)).toEqual([undefined, false, false, true, false]);
    expect(open(rows.join('\n')).entries.map(({ isHidden }) => isHidden ?? false)).toEqual(
      entries.map(({ isHidden }) => isHidden ?? false),
    );
  });

  it('add nobody to the cast', () => {
    const { state, entries } = open(
      lines(
        say('A', 'Hi.'),
        user('Hi.'),
        say('Note', 'PLOT-NOTE', { is_system: true }),
        say('Eve', 'x', { is_user: true, is_system: true }),
      ),
    );
    expect(state.castOrder).toEqual(['a']);
    expect(state.personas.map(({ name }) => name)).toEqual(['Rin']);
    expect(said(entries.slice(2))).toEqual(['1 narrator Note: PLOT-NOTE', '1 narrator Eve: x']);
  });
});

describe('a scene made of a chat', () => {
  it('opens with what comes before the player, and each message of the player begins a round', () => {
    const { entries, state, report } = open(
      lines(say('A', 'One.'), user('Two.'), say('A', 'Three.'), user('Four.')),
    );
    expect(said(entries)).toEqual([
      '0 character A: One.',
      '1 player Rin: Two.',
      '1 character A: Three.',
      '2 player Rin: Four.',
    ]);
    expect(state).toMatchObject({ rounds: 2, open: null, failed: null, queue: [], title: 'Chat with A' });
    expect(report).toMatchObject({ format: 'sillytavern', rounds: 2, lines: 4, notUsed: [] });
  });

  it('has the people of a group, each once, and each user as a persona', () => {
    const { state, past } = open(
      lines(
        say('Ada', 'a', { original_avatar: 'ada.png' }),
        user('b'),
        say('ADA', 'c'),
        say('Bo!', 'd'),
        say('Bo?', 'e'),
        say('Анна', 'f'),
        { name: 'Guest', is_user: true, mes: 'g' },
      ),
    );
    expect(state.castOrder).toEqual(['ada', 'bo', 'the-bo', 'c1']);
    expect(Object.values(state.cast).map(({ name }) => name)).toEqual(['Ada', 'Bo!', 'The Bo?', 'Анна']);
    expect(state.personas.map(({ id, name }) => [id, name])).toEqual([
      ['rin', 'Rin'],
      ['guest', 'Guest'],
    ]);
    const spoken = past.filter(({ kind }) => kind === 'character.spoke').map(({ actor }) => actor);
    expect(spoken).toEqual(['ada', 'ada', 'bo', 'the-bo', 'c1'].map((id) => `character:${id}`));
  });

  it('tells a player and a character of one name apart, and a character from the narrator', () => {
    const { state } = open(
      lines(say('Ada', 'a'), say('Narrator', 'b'), { name: 'ada', is_user: true, mes: 'c' }),
    );
    expect(Object.values(state.cast).map(({ name }) => name)).toEqual(['Ada', 'The Narrator']);
    expect(state.personas.map(({ name }) => name)).toEqual(['ada (player)']);
  });

  it('changes names that would read as a label of prompts', () => {
    const { state } = open(
      lines(say('Narrator.', 'a'), say('Ada', 'b'), say('Ada, whispering', 'c'), say('Bo, whispering', 'd')),
    );
    expect(Object.values(state.cast).map(({ name }) => name)).toEqual([
      ...['The Narrator.', 'Ada', 'The Ada', 'Bo'],
    ]);
  });

  it('takes a character of the library that has the name, and says which was not needed', () => {
    const card = (name: string, from: string): MemberInput => ({
      ...{ name, from, description: `{{char}} knows {{user}}.`, personality: '', goals: '', secrets: '' },
      ...{ instructions: '', voice: [], location: '', mood: '', active: true },
      ...{ nickname: '', postHistory: '', depthPrompt: null, examples: [] },
    });
    const ids = ['chr_aaaaaaaaaaaaaaaaaaaa', 'chr_bbbbbbbbbbbbbbbbbbbb'] as const;
    const { state, report } = open(SINGLE, {
      title: 'Mine',
      characters: [card('sumire', ids[0]), card('Zed', ids[1])],
      lorebooks: ids.map((id) => ({ id, book: { name: id, entries: [] } as never })),
    });
    expect(fillTexts(state).cast.sumire).toMatchObject({
      name: 'Sumire',
      from: ids[0],
      description: 'Sumire knows Rin.',
    });
    expect(state).toMatchObject({ title: 'Mine', scenario: 'A bakery at dawn.', castOrder: ['sumire'] });
    expect(state.notes.scene).toBe('Keep it slow.');
    expect(state.lorebooks.map(({ id }) => id)).toEqual([ids[0]]);
    expect(report.notUsed.map(({ what }) => what)).toContain('the character "Zed" of the library');
  });

  it('has the times of its lines, never one before another nor in the future', () => {
    const at = (send_date: unknown) => ({ send_date });
    const { past } = open(
      lines(
        say('A', '1'),
        user('2', at('2026-01-02T00:00:00Z')),
        say('A', '3', at('2026-01-01T00:00:00Z')),
        user('4', at('2099-01-01T00:00:00Z')),
      ),
    );
    const times = past.slice(1).map((event) => event.at);
    expect(times).toEqual(times.toSorted());
    expect(times[0]).toBe('2026-01-02T00:00:00.000Z');
    expect(times.at(-1)).toBe(NOW);
    expect(past.map(({ seq }) => seq)).toEqual(past.map((_, index) => index + 1));
  });

  it('has rounds of bounded length where nobody but characters speaks', () => {
    const { state, entries } = open(lines(...Array.from({ length: 50 }, (_, n) => say('A', `line ${n}`))));
    expect(state.rounds).toBe(2);
    expect(entries).toHaveLength(50);
  });

  it('is refused when nobody could answer, or too many would', () => {
    expect(importText(lines(user('Alone.')))).toMatchObject({ failure: { code: 'invalid' } });
    expect(open(lines({ user_name: 'X', character_name: 'Y' }, user('Alone.'))).state.castOrder).toEqual([
      'y',
    ]);
    const crowd = lines(...Array.from({ length: 51 }, (_, n) => say(`Somebody ${n}`, 'x')));
    expect(importText(crowd)).toMatchObject({ failure: { code: 'invalid' } });
  });
});

describe('a transcript that is imported again', () => {
  const write = (state: SceneState, entries: readonly TranscriptEntry[]) =>
    writeTranscript('jsonl', transcriptHead(state, entries), entries, { isFirst: true, isLast: true });
  const bare = (entries: readonly TranscriptEntry[]) =>
    entries.map(({ seq: _, answerer: __, ...entry }) => entry);

  it('has the same lines in the same rounds, whispers for those who heard them', async () => {
    const room = openScene({ ...INN, opening: { text: 'Rain.' } });
    const all = callOn('ada', 'bo');
    await room.hear('Two\nlines, {{user}} and *stars*', all);
    await room.hear({ text: 'Psst.', to: ['ada'], whisper: true }, all);
    room.say({ text: 'Between us.', to: ['persona:jo'], whisper: true });
    await room.hear({ type: 'continuation' }, all);
    const entries = readTranscript(room.ledger.toReversed(), room.state, OWNER);
    const again = open(write(room.state, entries));
    expect(bare(again.entries)).toEqual(bare(entries));
    expect(again.state).toMatchObject({ title: 'An inn', rounds: 3, queue: [] });
    expect(again.report.source).toBe(room.state.id);
    const jo = { owner: false, ids: ['persona:jo'] };
    const heard = JSON.stringify(readTranscript(again.past.toReversed(), again.state, jo));
    expect(heard).toContain('Between us.');
    expect(heard).not.toContain('Psst.');
    expect(write(again.state, again.entries).split('\n').slice(1)).toEqual(
      write(room.state, entries).split('\n').slice(1),
    );
  });

  it('says who wrote the wordings of a line: the understudy is marked whichever is chosen', () => {
    const extra = { proscenium: { provider: 'understudy' } };
    const chosen = (swipe_id: number, mes: string) =>
      open(lines(say('Ada', mes, { swipe_id, swipes: ['a', 'b'], extra }))).entries[0];
    expect(chosen(0, 'a')).toMatchObject({ text: 'a', answerer: { provider: 'understudy' } });
    expect(chosen(1, 'b')).toMatchObject({ text: 'b', answerer: { provider: 'understudy' } });
  });

  it('gives a ledger that a room can go on from', async () => {
    const { past } = open(SINGLE);
    const spoken: Event['kind'][] = ['character.spoke', 'player.spoke'];
    expect(past.filter(({ kind }) => spoken.includes(kind))).toHaveLength(3);
    expect(past.at(-1)).toMatchObject({ kind: 'round.completed', round: 1, payload: { actors: ['sumire'] } });
  });
});
