import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { go, type RunPlace, redirect, runAddress } from '../router';
import { findShown, type RunStory } from './fold-run';

/** Pause after which a frame reached by the slider is put into the address. */
const REST_MS = 300;

/**
 * Finds the frame on show. Chosen turns are steps of the browser's history; frames passed by the slider change the
 * address without one.
 */
export function useRunPlace(run: string, at: RunPlace, story: RunStory) {
  /** Number of the slider's frame, null: the newest; undefined: the address decides. */
  const [hand, setHand] = useState<number | null | undefined>(undefined);
  const timer = useRef<number | undefined>(undefined);
  const { frames, turns } = story;
  const newest = frames.length - 1;
  const target = findShown(story, hand === undefined ? at : { turn: null, frame: hand });
  const index = Math.min(target ?? newest, newest);
  const frame = frames[index];
  const currentFrames = useRef(frames);
  currentFrames.current = frames;

  // A new address releases the slider.
  useEffect(() => {
    window.clearTimeout(timer.current);
    setHand(undefined);
  }, [at.turn, at.frame]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const showFrame = useCallback(
    (next: number | null) => {
      const to = next === null ? undefined : currentFrames.current[next];
      setHand(to?.n ?? null);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        redirect(runAddress(run, { turn: to?.turn ?? null, frame: to?.n ?? null }));
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
    target === null ? (last ?? null) : (askedTurn ?? turns.find(({ n }) => n === frame?.turn) ?? null);
  return { index, follows: target === null, turn, showFrame, showTurn };
}
