import { useEffect, useState } from 'preact/hooks';
import type { FrameObjects, SeenObject } from '../../../../src/api/tries';
import { api, type PageProblem } from '../../api/api';
import type { Outline } from './paint-board';

/** The objects of a frame, read when it is looked at for a moment; null while they are not there. */
export function useObjects(
  run: string,
  frame: number | null,
  since: number | null,
): { objects: FrameObjects | null; problem: PageProblem | null } {
  const [objects, setObjects] = useState<FrameObjects | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  useEffect(() => {
    setObjects(null);
    setProblem(null);
    if (frame === null) return;
    let gone = false;
    // A hand on the slider passes many frames.
    const timer = window.setTimeout(async () => {
      const reply = await api.frameObjects(run, frame, since);
      if (gone) return;
      if (reply.ok) setObjects(reply.value);
      else setProblem(reply.problem);
    }, 150);
    return () => {
      gone = true;
      window.clearTimeout(timer);
    };
  }, [run, frame, since]);
  return { objects, problem };
}

/** What is drawn around objects: what became of them, and quietly all others. */
export function outlinesOf({ objects, changes }: FrameObjects): Outline[] {
  const outline = (tone: Outline['tone']) => (object: SeenObject) => ({ ...object, tone });
  if (!changes) return objects.map(outline('object'));
  const moved = changes.moved.map((move) => ({
    ...move,
    top: move.top + move.byRows,
    left: move.left + move.byCols,
  }));
  return [
    ...objects.map(outline('object')),
    ...[...changes.recoloured, ...changes.resized, ...changes.reshaped].map(outline('changed')),
    ...changes.vanished.map(outline('gone')),
    ...changes.appeared.map(outline('come')),
    ...moved.map(outline('moved')),
  ];
}
