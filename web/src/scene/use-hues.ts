import { useMemo } from 'preact/hooks';
import { hueAt } from '../kit/marks';
import type { AnyScene } from './who';

/** Gives each speaker of a scene a hue far from the others'; the same object until somebody comes in. */
export function useHues(scene: AnyScene | null): ReadonlyMap<string, number> {
  const actors = [
    ...(scene?.cast ?? []).map(({ id }) => `character:${id}`),
    ...(scene?.personas ?? []).map(({ id }) => `persona:${id}`),
  ].join(' ');
  return useMemo(() => new Map(actors.split(' ').map((actor, n) => [actor, hueAt(n)])), [actors]);
}
