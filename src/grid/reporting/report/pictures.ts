import { toBase64 } from '../../../base/base64';
import type { ActionKnowledge, Observation } from '../../../contract/run-knowledge';
import { diffPng, framePng } from '../../../runs/picture/draw';
import type { Transition } from '../../transition';

/** Pixels along each side of a cell: a 64×64 board is 192×192. */
const SCALE = 3;

/** One observation in pictures, each a PNG as a `data:` address. */
export interface Triple {
  title: string;
  seen: Observation;
  before: string;
  after: string;
  diff: string;
  /** The board settled as it was: `after` is from the animation. */
  passing: boolean;
}

/**
 * The observations of an action that are worth a look: the first and the latest with effect, and the latest without.
 * Those whose frames are not at hand, or belong to two levels, are left out.
 */
export function pickTriples(known: ActionKnowledge, byFrame: ReadonlyMap<number, Transition>): Triple[] {
  const drawable = known.observations.filter(
    ({ afterFrame }) => byFrame.get(afterFrame)?.levelChanged === false,
  );
  const effective = drawable.filter((seen) => seen.hadEffect);
  const candidates: [string, Observation | undefined][] = [
    ['The first with effect', effective[0]],
    ['The latest with effect', effective.length > 1 ? effective.at(-1) : undefined],
    ['Without effect', drawable.findLast((seen) => !seen.hadEffect)],
  ];
  return candidates.flatMap(([title, seen]) => {
    const transition = seen && byFrame.get(seen.afterFrame);
    return seen && transition ? [drawTriple(title, seen, transition)] : [];
  });
}

function drawTriple(title: string, seen: Observation, { before, frames }: Transition): Triple {
  const settledFrame = frames.at(-1) ?? before;
  const moving = settledFrame === before ? frames.find((frame) => frame !== before) : undefined;
  const after = moving ?? settledFrame;
  return {
    title,
    seen,
    before: dataUri(framePng(before, SCALE)),
    after: dataUri(framePng(after, SCALE)),
    diff: dataUri(diffPng(before, after, SCALE)),
    passing: moving !== undefined,
  };
}

const dataUri = (png: Uint8Array): string => `data:image/png;base64,${toBase64(png)}`;
