import { useMemo } from 'preact/hooks';
import type { Names } from './lines/fold-scene';
import type { AnyScene } from './who';

/** Names of a scene by id; the same object as long as nobody is called otherwise. */
export function useNames(scene: AnyScene | null): Names {
  const people = [...(scene?.cast ?? []), ...(scene?.personas ?? [])].map(({ id, name }) => [id, name]);
  const told = JSON.stringify(people);
  return useMemo(() => new Map(JSON.parse(told) as [string, string][]), [told]);
}
