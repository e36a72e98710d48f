import { expect, it } from 'vitest';
import { fromBase64 } from '../../../src/base/base64';
import { EMBEDDED_STORY } from '../../../src/runs/games/tide-mill';
import { lookUp } from './dictionary';
import type { Machine } from './machine';
import { toLine } from './opcodes';
import { readStory } from './read-story';
import { loadMachine } from './run';
import { listDirections, spellDirection } from './words';

/** The embedded story with some dictionary words replaced. */
async function openWithout(...words: string[]): Promise<Machine> {
  const read = await readStory(fromBase64(EMBEDDED_STORY.base64) ?? new Uint8Array());
  if (!read.ok) throw new Error('the embedded story is no story');
  const machine = loadMachine(read.value);
  const { memory, dictionary, text } = machine;
  for (const word of words) {
    const address = lookUp(memory, dictionary, text.encode(toLine(word, text)));
    if (address === 0) throw new Error(`the story does not know ${word}`);
    // Increment the last letter, which keeps the dictionary sorted.
    memory[address + 3] = (memory[address + 3] ?? 0) + 1;
  }
  return machine;
}

it('types a direction by its short name where the story knows no other', async () => {
  const whole = await openWithout();
  expect(spellDirection(whole, 'northeast')).toBe('northeast');
  const short = await openWithout('northeast');
  expect(spellDirection(short, 'northeast')).toBe('ne');
  expect(spellDirection(short, 'northwest')).toBe('northwest');
  expect(spellDirection(short, 'take northeast')).toBe('take northeast');
  expect(listDirections(short)).toEqual(listDirections(whole));
});

it('leaves out a direction that the story knows by no name', async () => {
  const whole = await openWithout();
  const none = await openWithout('northeast', 'ne');
  expect(listDirections(whole)).toContain('northeast');
  expect(listDirections(none)).not.toContain('northeast');
  expect(spellDirection(none, 'northeast')).toBe('northeast');
});
