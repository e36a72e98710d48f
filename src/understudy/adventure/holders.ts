import { tryIdeas } from './ideas';
import { findNouns, isHolding } from './lexicon';
import { EVENTFUL, passTime, tryAll } from './linger';
import { type Choice, findHolder, firstChoice, type Scene } from './scene';

/** Tries ideas inside or on the player's holder, then gets up if no way leads out. */
export function riseUp(scene: Scene): Choice | null {
  if (findHolder(scene) === null || 'allAt' in scene.notebook.inside) return standUp(scene);
  return tryIdeas(scene, 'inside') ?? tryAll(scene, 'inside') ?? standUp(scene);
}

/** True if the story continues by itself every turn, as on a journey in a vehicle. Waiting must not be deadly. */
function isCarried({ tries, brief: { state } }: Scene): boolean {
  const later = tries.play('wait');
  if (later?.deadly !== false || later.text.length <= EVENTFUL) return false;
  const ending = later.text.trim().slice(-ENDING);
  return !state.recent.some(({ text }) => text.trim().endsWith(ending));
}
const ENDING = 50;

/** Leaves the player's holder if it blocks every way. */
function standUp(scene: Scene): Choice | null {
  const { exits, words, tries } = scene;
  const refusals = exits.filter(({ to, text, deadly }) => to === null && !deadly && isHolding(text));
  if (refusals.length === 0 || exits.some(({ to }) => to !== null)) return null;
  if (isCarried(scene)) return passTime(scene, 'Something goes on while I am in here.');
  const nouns = new Set(refusals.flatMap(({ text }) => findNouns(text, words)));
  const commands = [
    ...RISING.filter((command) => words.knows(command.split(' ')[0] ?? '')),
    ...[...nouns]
      .slice(0, MAX_SAID)
      .flatMap((noun) => [`get out of ${noun}`, `get off ${noun}`, `exit ${noun}`]),
  ];
  return firstChoice(commands, (command) => {
    const outcome = scene.isBarred(command) ? null : tries.play(command);
    if (!outcome || outcome.deadly || outcome.points < 0 || !(outcome.effect || outcome.moved)) return null;
    const isFree = refusals.some(({ direction, text }) => {
      const after = tries.play(command, direction);
      return after && !after.deadly && (after.moved || !after.text.includes(text.trim()));
    });
    return isFree ? { command, why: 'Nobody walks anywhere from where I am now.' } : null;
  });
}
const RISING = ['stand', 'get up', 'stand up', 'get out', 'get off', 'exit', 'out', 'get down', 'leave'];
const MAX_SAID = 4;
