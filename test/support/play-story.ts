import { readFileSync } from 'node:fs';
import { createPlayer } from '../../packages/zmachine-story/src/player';
import { readStory } from '../../packages/zmachine-story/src/read-story';
import type { Story, StoryPlayer, StoryStep } from '../../packages/zmachine-story/src/types';

export function storyFile(name: string): Uint8Array<ArrayBuffer> {
  const folder = name === 'tide-mill.z3' ? '../../stories' : '../fixtures/stories';
  return new Uint8Array(readFileSync(new URL(`${folder}/${name}`, import.meta.url)));
}

export async function openStory(file: string | Uint8Array): Promise<Story> {
  const read = await readStory(typeof file === 'string' ? storyFile(file) : file);
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return read.value;
}

export const openPlayer = async (file: string | Uint8Array): Promise<StoryPlayer> =>
  createPlayer(await openStory(file));

/** Plays inputs from the beginning. Returns all steps, including the start. */
export function playThrough(player: StoryPlayer, inputs: readonly string[], seed = 'seed'): StoryStep[] {
  const steps = [player.start(seed)];
  for (const input of inputs) {
    const last = steps.at(-1);
    if (last) steps.push(player.play(last.snapshot, input));
  }
  return steps;
}

export function playTo(player: StoryPlayer, inputs: readonly string[], seed = 'seed'): StoryStep {
  const last = playThrough(player, inputs, seed).at(-1);
  if (!last) throw new Error('a story has a start');
  return last;
}
