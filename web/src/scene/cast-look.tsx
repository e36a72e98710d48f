import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Hues, hueAt } from '../kit/marks';
import { Pictures, useCastPictures } from '../kit/use-pictures';
import { useTemplateFaces } from '../kit/use-template-faces';
import type { Names } from './lines/fold-scene';
import type { AnyScene } from './who';

/** Returns the names of a scene by id; the same object until a name changes. */
export function useNames(scene: AnyScene | null): Names {
  const people = [...(scene?.cast ?? []), ...(scene?.personas ?? [])].map(({ id, name }) => [id, name]);
  const json = JSON.stringify(people);
  return useMemo(() => new Map(JSON.parse(json) as [string, string][]), [json]);
}

/** Gives each speaker a distinct hue; the same object until someone enters. */
export function useHues(scene: AnyScene | null): ReadonlyMap<string, number> {
  const actors = [
    ...(scene?.cast ?? []).map(({ id }) => `character:${id}`),
    ...(scene?.personas ?? []).map(({ id }) => `persona:${id}`),
  ].join(' ');
  return useMemo(() => new Map(actors.split(' ').map((actor, n) => [actor, hueAt(n)])), [actors]);
}

/** Gives everything inside of it the hues and the pictures of a scene's cast. */
export function CastLook({ scene, children }: { scene: AnyScene | null; children: ComponentChildren }) {
  const { cast = [], personas = [] } = scene ?? {};
  const drawn = useTemplateFaces(cast, personas);
  const stored = useCastPictures(scene);
  const pictures = useMemo(() => new Map([...drawn, ...stored]), [drawn, stored]);
  return (
    <Pictures.Provider value={pictures}>
      <Hues.Provider value={useHues(scene)}>{children}</Hues.Provider>
    </Pictures.Provider>
  );
}
