import { isMeta } from '../../engines/adventure/command/verbs';
import { directionOf } from '../../engines/adventure/map/directions';
import { stowTreasures } from './carry-limits';
import { ALONE, findSayings, LATE } from './lexicon';
import type { Choice, Scene } from './scene';
import { isGain, real, tell, tryHere } from './search';

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
  const { state } = scene.brief;
  const texts = [
    scene.tries.baseline.text,
    ...state.recent.map(({ text }) => text),
    ...state.notes.map(({ text }) => text),
  ];
  for (const word of findSayings(texts.join('\n'), scene.words).slice(0, 12)) {
    const choice = wander(scene, word, `"${word}" was read somewhere.`);
    if (choice) return choice;
  }
  return null;
}

function tryAlone(scene: Scene): Choice | null {
  for (const verb of ALONE) {
    if (!scene.words.knows(verb)) continue;
    const choice = wander(scene, verb, `To ${verb} does something here.`);
    if (choice) return choice;
  }
  return null;
}

/** A command that brings something, or leads to a place that is new. */
function wander(scene: Scene, command: string, why: string): Choice | null {
  const outcome = tryHere(scene, command);
  if (!outcome || outcome.deadly || outcome.points < 0 || outcome.dark) return null;
  if (outcome.effect && isGain(outcome) && !outcome.moved) return { command, why: tell(outcome, why) };
  const rooms = scene.brief.state.map.rooms;
  const isNew = outcome.to !== null && (rooms.find(({ id }) => id === outcome.to)?.visits ?? 0) === 0;
  return outcome.moved && isNew ? { command, why } : null;
}

function tryLate(scene: Scene): Choice | null {
  const targets = [...scene.around, ...scene.held, ...real(scene, scene.nouns)];
  for (const verb of LATE) {
    if (!scene.words.knows(verb.split(' ')[0] ?? verb)) continue;
    for (const { phrase, name } of targets) {
      const command = `${verb} ${phrase}`;
      const outcome = tryHere(scene, command);
      if (outcome?.effect && isGain(outcome) && !outcome.moved)
        return { command, why: tell(outcome, `To ${verb} the ${name} helps.`) };
      if (scene.tries.left <= 0) return null;
    }
  }
  return null;
}

const PAIRS = ['put $ in #', 'put $ on #', 'give $ to #', 'throw $ at #', 'attack # with $', 'show $ to #'];

/** Everything with everything: more than one turn holds, so each turn begins elsewhere in the list. */
function tryPairs(scene: Scene): Choice | null {
  const pairs = scene.held.flatMap((tool) =>
    scene.around.flatMap((target) =>
      PAIRS.map((pair) => pair.replace('$', tool.phrase).replace('#', target.phrase)),
    ),
  );
  const start = pairs.length === 0 ? 0 : (scene.brief.state.rounds * STRIDE) % pairs.length;
  for (const command of [...pairs.slice(start), ...pairs.slice(0, start)]) {
    const outcome = tryHere(scene, command);
    if (outcome?.effect && isGain(outcome) && !outcome.moved)
      return { command, why: tell(outcome, 'The two go together.') };
    if (scene.tries.left <= 0) return null;
  }
  return null;
}
const STRIDE = 37;

/** Words of the story as commands, some each turn: whoever has no idea left tries anything. */
export function sweepWords(scene: Scene): Choice | null {
  const words = scene.brief.vocabulary.filter(
    (word) => /^[a-z]{3,}$/.test(word) && !directionOf(word) && !isMeta(word),
  );
  const start = (scene.brief.state.rounds * SWEEP) % Math.max(1, words.length);
  for (const word of [...words.slice(start), ...words.slice(0, start)].slice(0, SWEEP)) {
    const choice = wander(scene, word, `Nobody knows what "${word}" does here.`);
    if (choice) return choice;
  }
  return null;
}
const SWEEP = 60;
