import { oppositeOf } from '../../engines/adventure/map/directions';
import { FLAMES, LIGHTS } from './lexicon';
import type { Choice, Scene } from './scene';

/** Ways to make light with what is carried, the likeliest first. */
function lightings({ held, words }: Scene): string[] {
  const order = [...held].sort((a, b) => Number(LIGHTS.test(b.name)) - Number(LIGHTS.test(a.name)));
  const flames = held.filter(({ name }) => FLAMES.test(name));
  return order
    .slice(0, MOST)
    .flatMap(({ phrase }) => [
      ...(words.knows('turn') ? [`turn on ${phrase}`] : []),
      ...(words.knows('light') ? [`light ${phrase}`] : []),
      ...flames
        .filter((flame) => flame.phrase !== phrase)
        .map((flame) => `light ${phrase} with ${flame.phrase}`),
    ]);
}
const MOST = 6;

/** The command that makes light, so that a way leads to where one sees. Null: nothing carried does. */
export function lightTheWay(scene: Scene, direction: string): Choice | null {
  for (const command of lightings(scene)) {
    if (scene.isBarred(command)) continue;
    const alone = scene.tries.play(command);
    if (!alone?.effect || alone.deadly) continue;
    const after = scene.tries.play(command, direction);
    if (after?.moved && !after.dark && !after.deadly) {
      return { command, why: `The way ${direction} is dark without a light.` };
    }
  }
  return null;
}

/** Out of the dark: with a light, else back the way it came, else by any way that leads to where one sees. */
export function leaveTheDark(scene: Scene): Choice | null {
  const { tries, brief, here, exits } = scene;
  if (!tries.baseline.dark) return null;
  for (const command of lightings(scene)) {
    const outcome = tries.play(command);
    if (outcome?.effect && !outcome.dark && !outcome.deadly) return { command, why: 'It is dark here.' };
  }
  const came = brief.state.recent.findLast(({ to, from, moved }) => moved && to === here && from !== null);
  const known = brief.state.map.edges.filter((edge) => edge.from === here && edge.to === came?.from);
  const back = [...known.map(({ direction }) => direction), came ? oppositeOf(came.command) : null];
  const ways = [...back.filter((way) => way !== null), ...exits.map(({ direction }) => direction)];
  for (const command of [...new Set(ways)]) {
    if (scene.isBarred(command)) continue;
    const outcome = tries.play(command);
    if (outcome?.moved && !outcome.deadly && !outcome.dark) {
      return { command, why: 'It is dark here, and there is no light at hand: back to where one sees.' };
    }
  }
  return null;
}
