import { ALONE, isNoWay, isTooNarrow } from './lexicon';
import { type Choice, firstChoice, type Scene, SEARCHED } from './scene';
import { isVisited, leadsTo } from './travel';

/**
 * Tries unusual exits that lead towards the treasures' place, if a way is refused (perhaps because of the treasures),
 * before dropping things.
 */
export function goHomeward(scene: Scene, stores: ReadonlySet<number>): Choice | null {
  const isRefused = scene.exits.some(
    ({ to, text, deadly }) => to === null && !deadly && (isTooNarrow(text) || !isNoWay(text)),
  );
  if (!isRefused || scene.recall.searched.has(scene.here ?? -1)) return null;
  scene.tries.rescue(ALONE.length + HOMEWARD);
  const { map } = scene.brief.state;
  return firstChoice(ALONE, (command) => {
    if (!scene.words.knows(command.split(' ')[0] ?? '') || scene.isBarred(command)) return null;
    const outcome = scene.tries.play(command);
    if (!outcome?.moved || outcome.deadly || outcome.dark || outcome.points < 0 || outcome.to === null)
      return null;
    const isHome = isVisited(map, outcome.to) && leadsTo(map, outcome.to, stores);
    return isHome ? { command, why: `${SEARCHED}. "${command}" leads home with all that is carried.` } : null;
  });
}
const HOMEWARD = 40;
