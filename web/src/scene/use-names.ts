import { useMemo } from 'preact/hooks';
import type { Names } from './lines/fold-scene';
import type { AnyScene } from './who';

/** Returns the names of a scene by id; the same object until a name changes. */
export function useNames(scene: AnyScene | null): Names {
  const people = [...(scene?.cast ?? []), ...(scene?.personas ?? [])].map(({ id, name }) => [id, name]);
  const json = JSON.stringify(people);
  return useMemo(() => new Map(JSON.parse(json) as [string, string][]), [json]);
}
