import { useEffect, useState } from 'preact/hooks';
import type { FrameObjects, SeenObject } from '../../../../src/contract/tries';
import { api, type PageProblem } from '../../api/api';
import type { Outline } from './paint-board';

/** Reads the objects of a frame once it stays on show for a moment; null until then. */
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
    let isOvertaken = false;
    // A moving slider passes many frames, so wait before loading.
    const timer = window.setTimeout(async () => {
      const reply = await api.frameObjects(run, frame, since);
      if (isOvertaken) return;
      if (reply.ok) setObjects(reply.value);
      else setProblem(reply.problem);
    }, 150);
    return () => {
      isOvertaken = true;
      window.clearTimeout(timer);
    };
  }, [run, frame, since]);
  return { objects, problem };
}

/** Returns the outlines to draw: changed objects by their change, all others faintly. */
export function objectOutlines({ objects, changes }: FrameObjects): Outline[] {
  const outline = (tone: Outline['tone']) => (object: SeenObject) => ({ ...object, tone });
  if (!changes) return objects.map(outline('object'));
  const movedObjects = changes.moved.map((move) => ({
    ...move,
    top: move.top + move.byRows,
    left: move.left + move.byCols,
  }));
  return [
    ...objects.map(outline('object')),
    ...[...changes.recoloured, ...changes.resized, ...changes.reshaped].map(outline('changed')),
    ...changes.vanished.map(outline('gone')),
    ...changes.appeared.map(outline('come')),
    ...movedObjects.map(outline('moved')),
  ];
}
