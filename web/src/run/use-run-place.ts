import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { go, goInstead, type RunPlace, runAddress } from '../router';
import { findShown, type RunStory } from './fold-run';

/** A frame that was reached by hand is put into the address when the hand rests. */
const REST_MS = 300;

/**
 * Which frame of a run is on show. Turns that are chosen are steps of the browser's history; frames that are walked over
 * change the address without one.
 */
export function useRunPlace(run: string, at: RunPlace, story: RunStory) {
  /** Number of the frame that a hand on the slider is at, null: the newest; undefined: where the address says. */
  const [hand, setHand] = useState<number | null | undefined>(undefined);
  const timer = useRef<number | undefined>(undefined);
  const { frames, turns } = story;
  const newest = frames.length - 1;
  const asked = findShown(story, hand === undefined ? at : { turn: null, frame: hand });
  const index = Math.min(asked ?? newest, newest);
  const shown = frames[index];
  const known = useRef(frames);
  known.current = frames;

  // Wherever the address leads, the hand has let go.
  useEffect(() => {
    window.clearTimeout(timer.current);
    setHand(undefined);
  }, [at.turn, at.frame]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const showFrame = useCallback(
    (next: number | null) => {
      const frame = next === null ? undefined : known.current[next];
      setHand(frame?.n ?? null);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        goInstead(runAddress(run, { turn: frame?.turn ?? null, frame: frame?.n ?? null }));
      }, REST_MS);
    },
    [run],
  );
  const showTurn = useCallback(
    (turn: number) => {
      window.clearTimeout(timer.current);
      go(runAddress(run, { turn }));
    },
    [run],
  );
  // The newest turn has no frame while the agent still thinks about its first.
  const last = turns.at(-1);
  const askedTurn =
    hand === undefined && at.frame === null ? turns.find(({ n }) => n === at.turn) : undefined;
  const turn =
    asked === null ? (last ?? null) : (askedTurn ?? turns.find(({ n }) => n === shown?.turn) ?? null);
  return { index, follows: asked === null, turn, showFrame, showTurn };
}
