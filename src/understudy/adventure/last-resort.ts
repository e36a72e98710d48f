import { isMeta } from '../../engines/adventure/command/verbs';
import { directionOf } from '../../engines/adventure/map/directions';
import { stowTreasures } from './carry-limits';
import { ALONE, findSayings, LATE } from './lexicon';
import { type Choice, firstChoice, type Scene } from './scene';
import { isGain, real, tell, tryHere } from './search';
import { isVisited } from './travel';

/**
 * The last ideas at a place, when nothing that is likely is left anywhere: words that were read, verbs without a thing,
 * unusual verbs, everything in or on everything. Only what brings something is done.
 */
export function lastResort(scene: Scene): Choice | null {
  return (
    stowTreasures(scene, true) ?? sayThings(scene) ?? tryAlone(scene) ?? tryLate(scene) ?? tryPairs(scene)
  );
}

function sayThings(scene: Scene): Choice | null {
  const { recent, notes } = scene.brief.state;
  const texts = [scene.tries.baseline, ...recent, ...notes].map(({ text }) => text);
  return firstChoice(findSayings(texts.join('\n'), scene.words).slice(0, 12), (word) =>
    wander(scene, word, `"${word}" was read somewhere.`),
  );
}

const tryAlone = (scene: Scene): Choice | null =>
  firstChoice(ALONE, (verb) =>
    scene.words.knows(verb) ? wander(scene, verb, `To ${verb} does something here.`) : null,
  );

/** Chooses a command that brings something, or leads to a place that is new. */
function wander(scene: Scene, command: string, why: string): Choice | null {
  const outcome = tryHere(scene, command);
  if (!outcome || outcome.deadly || outcome.points < 0 || outcome.dark) return null;
  if (outcome.effect && isGain(outcome) && !outcome.moved) return { command, why: tell(outcome, why) };
  const isNew = outcome.to !== null && !isVisited(scene.brief.state.map, outcome.to);
  return outcome.moved && isNew ? { command, why } : null;
}

/** Chooses a command that brings something here. */
function gain(scene: Scene, command: string, why: string): Choice | null {
  if (scene.tries.left <= 0) return null;
  const outcome = tryHere(scene, command);
  return outcome?.effect && isGain(outcome) && !outcome.moved ? { command, why: tell(outcome, why) } : null;
}

function tryLate(scene: Scene): Choice | null {
  const targets = [...scene.around, ...scene.held, ...real(scene, scene.nouns)];
  const verbs = LATE.filter((verb) => scene.words.knows(verb.split(' ')[0] ?? verb));
  return firstChoice(verbs, (verb) =>
    firstChoice(targets, ({ phrase, name }) =>
      gain(scene, `${verb} ${phrase}`, `To ${verb} the ${name} helps.`),
    ),
  );
}

const PAIRS = ['put $ in #', 'put $ on #', 'give $ to #', 'throw $ at #', 'attack # with $', 'show $ to #'];

/** Tries everything with everything: more than one turn holds, so each turn begins elsewhere in the list. */
function tryPairs(scene: Scene): Choice | null {
  const pairs = scene.held.flatMap((tool) =>
    scene.around.flatMap((target) =>
      PAIRS.map((pair) => pair.replace('$', tool.phrase).replace('#', target.phrase)),
    ),
  );
  return firstChoice(rotate(pairs, scene.brief.state.rounds * STRIDE), (command) =>
    gain(scene, command, 'The two go together.'),
  );
}
const STRIDE = 37;

const rotate = <T>(items: readonly T[], by: number): T[] => {
  const start = by % Math.max(1, items.length);
  return [...items.slice(start), ...items.slice(0, start)];
};

/** Tries words of the story as commands, some each turn. */
export function sweepWords(scene: Scene): Choice | null {
  const words = scene.brief.vocabulary.filter(
    (word) => /^[a-z]{3,}$/.test(word) && !directionOf(word) && !isMeta(word),
  );
  return firstChoice(rotate(words, scene.brief.state.rounds * SWEEP).slice(0, SWEEP), (word) =>
    wander(scene, word, `Nobody knows what "${word}" does here.`),
  );
}
const SWEEP = 60;
