import { describe, expect, it } from 'vitest';
import type { Thing } from '../../packages/zmachine-story/src/types';
import {
  type AdventureRoom,
  type createAdventureRoom,
  giveCommand,
  makeStoryPlayer,
  playedAdventure,
  playOneTurn,
} from '../../test/support/adventure-run';
import { playTo } from '../../test/support/play-story';
import { decideRestoreFile } from './people';
import { readSaveFile } from './save-file';

const AWAY = ['east', 'north'];

async function restoreAway(options: Parameters<typeof createAdventureRoom>[0] = {}): Promise<AdventureRoom> {
  const player = await makeStoryPlayer();
  const file = player.writeSave(playTo(player, AWAY).snapshot);
  const room = await playedAdventure(1, { ...options, options: { player: 'person', ...options.options } });
  const standing = file && (await readSaveFile(room.state, file, player));
  if (!standing?.ok) throw new Error('the file was not read');
  const decision = decideRestoreFile(room.state, standing.value);
  if (!decision.ok) throw new Error('the file was not restored');
  room.append(decision.value);
  return room;
}
const namesOf = (things: readonly Thing[] = []): string[] => things.map(({ name }) => name).sort();

describe('a saved game that came as a file', () => {
  it('shows what a look shows, with the things in sight', async () => {
    const room = await restoreAway();
    const { text, reading } = room.state.story ?? {};
    expect(reading?.location?.name).toBe('Kitchen');
    expect(text).toMatch(/^Ok\.\n\nKitchen\n/);
    const file = room.state.story?.snapshot.state;
    giveCommand(room, 'look');
    await playOneTurn(room);
    expect(text).toContain(room.state.story?.text);
    expect(namesOf(reading?.visible)).toEqual(namesOf(room.state.story?.reading.visible));
    expect(namesOf(reading?.visible)).not.toEqual([]);
    expect(room.state.story?.snapshot.state).not.toBe(file);
  });

  it('enters its place on the map once, with the ways that were tried', async () => {
    const { map, story } = (await restoreAway()).state;
    const here = story?.reading.location;
    expect(map.rooms.filter(({ id }) => id === here?.id)).toMatchObject([{ name: 'Kitchen', visits: 1 }]);
    expect(map.edges.some(({ from }) => from === here?.id)).toBe(true);
  });

  it('is read by its text alone in a fair run', async () => {
    const { story } = (await restoreAway({ options: { fair: true } })).state;
    expect(story?.text).not.toContain('Kitchen\n');
    expect(story?.reading.visible).toEqual([]);
  });
});
