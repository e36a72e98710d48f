import type { Forecast } from 'rule-learner';
import { memoizeObject, memoizeText } from '../base/memoize';
import type { Mask } from '../contract/frame';
import { MAX_CACHED, packPainted, readBoard } from './frame/board';
import { diffFrames } from './frame/diff';
import { compareFrames, describeChanges } from './frame/objects';
import type { Transition } from './transition';

/** Limit on the object changes in a text. */
const SHOWN_CHANGES = 4;

/** Describes a transition by its objects if they explain it, otherwise by its cells. */
export function describeHappening({ before, frames, levelChanged, state }: Transition, mask: Mask): string {
  const ownFrames = levelChanged ? frames.slice(0, -1) : frames;
  const parts = [
    ...(ownFrames.length > 0 ? [describeUnder(mask)([before, ...ownFrames].join(' '))] : []),
    ...(levelChanged ? ['the board of another level followed'] : []),
    ...(state === 'NOT_FINISHED' ? [] : [state === 'WIN' ? 'the game was won' : 'the game was over']),
  ];
  return parts.join('; ');
}

/** Describes a forecast for a packed board in the same words, or the reason that there is none. */
export function describeForecast(forecast: Forecast, before: string, mask: Mask): string {
  switch (forecast.kind) {
    case 'silent':
      return `nothing: ${forecast.reason}`;
    case 'nothing':
      return 'nothing changes';
    case 'cells': {
      const words = describeUnder(mask)(`${before} ${packPainted(readBoard(before), forecast.cells)}`);
      const { size } = forecast.open;
      return size === 0 ? words : `${words}; ${size} ${size === 1 ? 'cell is' : 'cells are'} left open`;
    }
  }
}

/** Cached: prompts describe the same transitions in several turns. Takes the frames with spaces between them. */
const describeUnder = memoizeObject((mask: Mask) =>
  memoizeText((boards) => {
    const [before = '', ...frames] = boards.split(' ');
    const diff = diffFrames(before, frames, mask);
    if (!diff.hasChanges) return 'nothing changes';
    const settledFrame = frames.at(-1) ?? before;
    const lines = diff.changed.length > 0 ? describeChanges(compareFrames(before, settledFrame, mask)) : [];
    const more = lines.length - SHOWN_CHANGES;
    const objects = lines.slice(0, SHOWN_CHANGES);
    if (more > 0) objects.push(`${more} more changes of objects`);
    return objects.length > 0 ? `${objects.join('; ')} (${diff.summary})` : diff.summary;
  }, MAX_CACHED),
);
