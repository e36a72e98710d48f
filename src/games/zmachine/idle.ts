import type { Host } from './host';
import type { StorySnapshot } from './types';
import { waitWord } from './words';

/**
 * Where a story stands after so many turns in which nothing is done, for each of the two words that do nothing: waiting lasts
 * several turns in some stories.
 */
export const idleFrom = (host: Host, from: StorySnapshot, turns: number): StorySnapshot[] =>
  [waitWord(host.machine), 'look'].map((word) => {
    let at = from;
    for (let turn = 0; turn < turns; turn += 1) {
      const step = host.play(at, word);
      at = step.snapshot;
      if (step.awaits === 'nothing') break;
    }
    return at;
  });
