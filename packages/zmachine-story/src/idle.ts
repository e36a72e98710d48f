import type { LimitedHost } from './host';
import type { StorySnapshot } from './types';
import { waitWord } from './words';
import type { Work } from './work';

/**
 * Snapshots after idling for some turns, one for each of two idle commands: in some stories waiting takes several
 * turns.
 */
export function* idleFrom(
  host: Pick<LimitedHost, 'machine' | 'play'>,
  from: StorySnapshot,
  turns: number,
): Work<StorySnapshot[]> {
  const ends: StorySnapshot[] = [];
  for (const word of [waitWord(host.machine), 'look']) {
    let at = from;
    for (let turn = 0; turn < turns; turn += 1) {
      const step = yield* host.play(at, word);
      at = step.snapshot;
      if (step.awaits === 'nothing') break;
    }
    ends.push(at);
  }
  return ends;
}
