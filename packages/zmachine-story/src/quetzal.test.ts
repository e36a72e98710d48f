import { describe, expect, it } from 'vitest';
import { openPlayer, openStory, playTo } from '../../../test/support/play-story';
import { listChunks, readTag, writeForm } from './iff';
import { readQuetzal } from './quetzal';
import type { StoryPlayer, StoryStep } from './types';

const STORIES = ['tide-mill.z3', 'tide-mill.z4', 'tide-mill.z5', 'tide-mill.z8'];
const BEFORE = ['read letter', 'east'];
const AWAY = ['west', 'drop all'];

const savedAt = (player: StoryPlayer, { snapshot }: StoryStep): Uint8Array<ArrayBuffer> => {
  const file = player.writeSave(snapshot);
  if (!file) throw new Error('the story saves nothing');
  return file;
};
const must = (player: StoryPlayer, at: StoryStep, file: Uint8Array): StoryStep => {
  const step = player.readSave(at.snapshot, file);
  if (!step.ok) throw new Error(JSON.stringify(step.failure));
  return step.value;
};
const refusal = async (file: Uint8Array, name = 'tide-mill.z5'): Promise<string> => {
  const world = readQuetzal(file, await openStory(name));
  if (world.ok || world.failure.code !== 'invalid') throw new Error('it was taken');
  return world.failure.errors[0]?.message ?? '';
};

/** A file with one chunk replaced; undefined removes it. */
const withChunk = (
  file: Uint8Array,
  tag: string,
  change: (content: Uint8Array) => [string, Uint8Array] | undefined,
): Uint8Array =>
  writeForm(
    'IFZS',
    (listChunks(file) ?? []).flatMap(([name, content]) => {
      const changed = name === tag ? change(content.slice()) : ([name, content] as [string, Uint8Array]);
      return changed ? [changed] : [];
    }),
  );

describe('a saved game as a file', () => {
  it.each(STORIES)('goes on as the story itself would restore it: %s', async (name) => {
    const player = await openPlayer(name);
    const file = savedAt(player, playTo(player, BEFORE));
    const own = playTo(player, [...BEFORE, 'save', ...AWAY, 'restore']);
    const gone = playTo(player, [...BEFORE, ...AWAY]);
    const back = must(player, gone, file);
    expect(back.text).toBe(own.text);
    expect(back.reading).toEqual(own.reading);
    expect(back.snapshot.state).toBe(own.snapshot.state);
    expect(back.notes).toEqual(['restored']);
    for (const input of ['look', 'inventory'])
      expect(player.play(back.snapshot, input).text).toBe(player.play(own.snapshot, input).text);
  });

  it('is read from any state of the story, from its end too', async () => {
    const player = await openPlayer('tide-mill.z5');
    const there = playTo(player, BEFORE);
    const file = savedAt(player, there);
    const ended = playTo(player, ['quit', 'yes']);
    expect(ended.awaits).toBe('nothing');
    for (const at of [ended, playTo(player, ['quit'])]) {
      const back = must(player, at, file);
      expect(back).toMatchObject({ awaits: 'line', stopped: null });
      expect(back.reading.location).toEqual(there.reading.location);
    }
  });

  it('has the parts that the standard asks for, and stands behind the instruction', async () => {
    const story = await openStory('tide-mill.z5');
    const player = await openPlayer('tide-mill.z5');
    const file = savedAt(player, player.start('seed'));
    expect([readTag(file, 0), readTag(file, 8)]).toEqual(['FORM', 'IFZS']);
    const chunks = listChunks(file) ?? [];
    expect(chunks.map(([tag]) => tag)).toEqual(['IFhd', 'CMem', 'Stks']);
    const head = chunks[0]?.[1] ?? new Uint8Array();
    expect(head).toHaveLength(13);
    expect([...head.subarray(0, 2)]).toEqual([...story.bytes.subarray(2, 4)]);
    expect([...head.subarray(2, 8)]).toEqual([...story.bytes.subarray(0x12, 0x18)]);
    expect([...head.subarray(8, 10)]).toEqual([...story.bytes.subarray(0x1c, 0x1e)]);
    const pc = ((head[10] ?? 0) << 16) | ((head[11] ?? 0) << 8) | (head[12] ?? 0);
    // `save` of version 5 without operands; its result follows.
    expect([...story.bytes.subarray(pc - 3, pc)]).toEqual([0xbe, 0x00, 0xff]);
    // The outermost frame has a zero header (section 4.11).
    expect([...(chunks[2]?.[1].subarray(0, 6) ?? [])]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('may have its memory uncompressed', async () => {
    const story = await openStory('tide-mill.z5');
    const player = await openPlayer('tide-mill.z5');
    const file = savedAt(player, playTo(player, BEFORE));
    const world = readQuetzal(file, story);
    const memory = world.ok ? world.value.memory : new Uint8Array();
    const plain = withChunk(file, 'CMem', () => ['UMem', memory]);
    expect(must(player, player.start('seed'), plain)).toEqual(must(player, player.start('seed'), file));
    expect(await refusal(withChunk(file, 'CMem', () => ['UMem', memory.subarray(1)]))).toMatch(/memory/);
  });

  it('is not written where the story saves nothing', async () => {
    const player = await openPlayer('tide-mill.z5');
    const asked = playTo(player, ['quit']);
    expect([asked.awaits, player.writeSave(asked.snapshot)]).toEqual(['line', null]);
    const ended = player.play(asked.snapshot, 'yes');
    expect([ended.awaits, player.writeSave(ended.snapshot)]).toEqual(['nothing', null]);
    // A story that saved earlier cannot save now.
    const saved = playTo(player, ['save', 'quit']);
    expect(player.writeSave(saved.snapshot)).toBeNull();
  });
});

describe('a file is refused', () => {
  it('that is no saved game', async () => {
    expect(await refusal(new Uint8Array())).toMatch(/no saved game/);
    expect(await refusal(new TextEncoder().encode('You are standing at the end of a road.'))).toMatch(
      /no saved game/,
    );
  });

  it('that was saved in another story', async () => {
    const player = await openPlayer('tide-mill.z5');
    const file = savedAt(player, playTo(player, ['look']));
    expect(await refusal(file, 'lab.z5')).toMatch(
      /saved in another story, release 1, serial \d{6}; this one is/,
    );
  });

  it('that is cut off, wherever that is', async () => {
    const player = await openPlayer('tide-mill.z5');
    const file = savedAt(player, playTo(player, BEFORE));
    for (let length = 0; length < file.length; length += 7)
      expect(await refusal(file.subarray(0, length)), String(length)).toMatch(
        /no saved game|cut off|missing/,
      );
  });

  it('that lacks a part, or whose parts do not fit', async () => {
    const player = await openPlayer('tide-mill.z5');
    const file = savedAt(player, playTo(player, BEFORE));
    for (const tag of ['IFhd', 'Stks'])
      expect(await refusal(withChunk(file, tag, () => undefined))).toMatch(/a part of it is missing/);
    expect(await refusal(withChunk(file, 'CMem', () => undefined))).toMatch(/its memory/);
    const far = Uint8Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? 0 : 255));
    expect(await refusal(withChunk(file, 'CMem', () => ['CMem', far]))).toMatch(/its memory/);
    expect(await refusal(withChunk(file, 'Stks', (all) => ['Stks', all.subarray(0, 9)]))).toMatch(
      /its stack/,
    );
  });

  it('that was not saved by the command of the story', async () => {
    const player = await openPlayer('tide-mill.z5');
    const file = savedAt(player, playTo(player, BEFORE));
    const moved = withChunk(file, 'IFhd', (head) => {
      head[12] = (head[12] ?? 0) ^ 1;
      return ['IFhd', head];
    });
    expect(await refusal(moved)).toMatch(/not saved by the command/);
  });
});
