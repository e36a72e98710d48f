import { useEffect, useRef, useState } from 'preact/hooks';
import type { SceneSummary } from '../../../src/contract/scenes';
import { hand } from '../api/scene';
import { Avatar, Hues, hueAt } from '../kit/marks';
import { useInSight } from '../kit/use-in-sight';
import { Pictures } from '../kit/use-pictures';
import { useTemplateFaces } from '../kit/use-template-faces';

/** Avatars in a row; the rest are counted. */
const SHOWN = 3;

/** Portrait URLs by scene and character. Lists reload often, pictures need not. */
const addresses = new Map<string, string | null>();

/** The cast of a scene in a list: pictures, loaded when scrolled into view, or letters. */
export function Faces({ scene, cast }: { scene: string; cast: SceneSummary['cast'] }) {
  const place = useRef<HTMLSpanElement>(null);
  const isInSight = useInSight(place);
  const firstOnes = cast.slice(0, SHOWN);
  const portraits = usePortraits(scene, isInSight ? firstOnes.filter(({ hasPortrait }) => hasPortrait) : []);
  const drawn = useTemplateFaces(isInSight ? cast : []);
  const pictures = new Map([...drawn, ...portraits]);
  const hues = new Map(firstOnes.map(({ id }, n) => [`character:${id}`, hueAt(n)]));
  return (
    <span class="row-faces" ref={place} title={cast.map(({ name }) => name).join(', ')}>
      <Hues.Provider value={hues}>
        <Pictures.Provider value={pictures}>
          {firstOnes.map(({ id, name }) => (
            <Avatar key={id} actor={`character:${id}`} name={name} />
          ))}
        </Pictures.Provider>
      </Hues.Provider>
    </span>
  );
}

function usePortraits(scene: string, cast: SceneSummary['cast']): ReadonlyMap<string, string> {
  const [, redraw] = useState(0);
  const ids = cast.map(({ id }) => id).join(' ');
  useEffect(() => {
    for (const id of ids.split(' ').filter((one) => one !== '' && !addresses.has(`${scene}/${one}`))) {
      addresses.set(`${scene}/${id}`, null);
      void hand.portrait(scene, id).then((reply) => {
        if (!reply.ok || !reply.value) return;
        addresses.set(`${scene}/${id}`, URL.createObjectURL(reply.value));
        redraw((n) => n + 1);
      });
    }
  }, [scene, ids]);
  return new Map(
    cast.flatMap(({ id }) => {
      const address = addresses.get(`${scene}/${id}`);
      return address ? [[`character:${id}`, address] as const] : [];
    }),
  );
}
