import { type Exit, firstSentence } from 'zmachine-story';
import { findNouns, hasReason, KEYS, mentionsTime, WEAPONS } from './lexicon';
import { type Choice, firstChoice, type Scene, type Target } from './scene';

const findObstacles = ({ exits }: Scene): Exit[] =>
  exits.filter(({ to, text, deadly }) => to === null && !deadly && hasReason(text)).slice(0, MOST);
const MOST = 3;

/** Turns of waiting to try. */
const WAITS = [1, 3, 6, 10, 14, 20];

/** Handles each person or thing that blocks a way. Counts as a success if the way is open afterwards. */
const dealWith = (
  scene: Scene,
  by: (scene: Scene, blocker: Target, direction: string) => Choice | null,
): Choice | null =>
  firstChoice(findObstacles(scene), ({ direction, text }) => {
    const refusal = text.toLowerCase();
    const blockers = scene.around.filter(({ phrase }) =>
      phrase.split(' ').some((word) => refusal.includes(word)),
    );
    return firstChoice(blockers, (blocker) => by(scene, blocker, direction));
  });

/** Fights a blocker with carried weapons, repeatedly: the outcome is random each turn. */
export const fightThrough = (scene: Scene): Choice | null => dealWith(scene, fight);

/** Fights a blocker, or gives or shows it something. */
export const clearTheWay = (scene: Scene): Choice | null => fightThrough(scene) ?? dealWith(scene, please);

function fight(scene: Scene, foe: Target, direction: string): Choice | null {
  const blows = listBlows(scene, foe);
  if (blows.length === 0) return null;
  const word = scene.words.knows('wait') ? 'wait' : 'z';
  // Fights are random, so waiting changes the outcome.
  return firstChoice(PAUSES, (turns) => fightAfter(scene, Array(turns).fill(word), blows, foe, direction));
}
const PAUSES = [0, 1, 2];

function fightAfter(
  scene: Scene,
  pause: readonly string[],
  blows: readonly string[],
  foe: Target,
  direction: string,
): Choice | null {
  for (let times = 1; times <= blows.length; times++) {
    const [command = '', ...rest] = [...pause, ...blows.slice(0, times)];
    const outcome = scene.tries.play(command, ...rest, direction);
    if (!outcome || outcome.deadly) return null;
    if (outcome.moved && !opensByItself(scene, pause.length + times, direction)) {
      const why = `The ${foe.name} stands in the way ${direction}, and can be beaten.`;
      return { command, why, next: [...rest, direction] };
    }
  }
  return null;
}

const STRIKING = ['attack', 'kill', 'hit', 'fight', 'strike'];
const MAX_BLOWS = 8;

/** Blows in different words, because a command without visible effect is not repeated. */
function listBlows(scene: Scene, { phrase }: Target): string[] {
  const { held, words, tries } = scene;
  const weapons = held.filter(({ name }) => WEAPONS.test(name)).slice(0, 2);
  const verbs = STRIKING.filter((verb) => words.knows(verb));
  const commands = [
    ...weapons.flatMap((weapon) => verbs.map((verb) => `${verb} ${phrase} with ${weapon.phrase}`)),
    ...verbs.map((verb) => `${verb} ${phrase}`),
  ];
  return commands
    .slice(0, MAX_BLOWS)
    .filter((command) => !scene.isBarred(command) && tries.play(command)?.understood === true);
}

/** Actions of an attacker. */
const HOSTILE =
  /\b(?:throws?|swings?|slash(?:es)?|stabs?|lunges?|attacks?|strikes?|hits?|bites?|claws?|shoots?|fires?|charges?|stalks?|threaten(?:s|ing))\b/i;

/** Strikes back at an attacker if the trial shows that it is gone afterwards. */
export function fightBack(scene: Scene): Choice | null {
  const { around, held, state, tries, words } = scene;
  const sentences = (state.recent.at(-1)?.text ?? '').split(/(?<=[.!?])\s/);
  const hostile = sentences
    .filter((sentence) => HOSTILE.test(sentence))
    .join(' ')
    .toLowerCase();
  const foes = around.filter(({ phrase }) => hostile.includes(phrase.split(' ').at(-1) ?? phrase));
  if (hostile === '' || foes.length === 0) return null;
  const weapons = held.filter(({ name }) => WEAPONS.test(name)).slice(0, 2);
  const isBeaten = (id: number | null, ...commands: string[]): boolean => {
    const outcome = tries.play(...commands);
    return outcome?.deadly === false && outcome.gone.some((thing) => thing.id === id);
  };
  return firstChoice(foes.slice(0, 2), (foe) => {
    const throws = weapons
      .map((weapon) => `throw ${weapon.phrase} at ${foe.phrase}`)
      .filter((command) => words.knows('throw') && !scene.isBarred(command));
    const blows = listBlows(scene, foe);
    const plans = [
      ...throws.map((command) => [command]),
      ...[1, 2, 3, 4].map((times) => blows.slice(0, times)),
    ];
    const plan = plans.find((commands) => commands.length > 0 && isBeaten(foe.id, ...commands));
    const [command, ...next] = plan ?? [];
    return command === undefined ? null : { command, why: `The ${foe.name} is out to kill me.`, next };
  });
}

/** True if the way opens after waiting for as long. */
function opensByItself(scene: Scene, turns: number, direction: string): boolean {
  const outcome = scene.tries.play(...Array.from({ length: turns }, () => 'wait'), direction);
  return outcome === null || outcome.moved;
}

function please(scene: Scene, { phrase, name }: Target, direction: string): Choice | null {
  for (const gift of scene.held.slice(0, 8)) {
    for (const command of [`give ${gift.phrase} to ${phrase}`, `show ${gift.phrase} to ${phrase}`]) {
      if (scene.isBarred(command)) continue;
      const outcome = scene.tries.play(command, direction);
      if (!outcome) return null;
      if (outcome.moved && !outcome.deadly) {
        return { command, why: `The ${gift.name} makes the ${name} let the way ${direction} go.` };
      }
    }
  }
  return null;
}

/** Words of a refusal to act on, and verbs to try, likeliest first. */
const MAX_NOUNS = 4;
const OPENERS = ['open', 'unlock', 'push', 'pull', 'move', 'turn', 'raise', 'untie', 'wake'];

/**
 * Opens things that a refusal names, such as doors between two places: the effect may show only in the way, so it is
 * tried after each command. `eager`: only the likeliest verb.
 */
export const openTheWay = (scene: Scene, eager = false): Choice | null => {
  const verbs = OPENERS.filter((verb) => scene.words.knows(verb)).slice(0, eager ? 1 : OPENERS.length);
  const keys = scene.held.filter(({ name }) => !eager && KEYS.test(name));
  const ways = findObstacles(scene).map(({ direction, text }) => ({ direction, said: firstSentence(text) }));
  const oneEach = ways.filter(({ said }, i) => ways.findIndex((way) => way.said === said) === i);
  // Things in the object tree are opened elsewhere.
  const isInTree = (noun: string): boolean =>
    scene.around.some(({ phrase }) => phrase.split(' ').includes(noun));
  const plans = oneEach.flatMap(({ direction, said }) => {
    const nouns = findNouns(said, scene.words)
      .filter((noun) => !isInTree(noun))
      .slice(-MAX_NOUNS)
      .filter((noun) => scene.tries.play(`examine ${noun}`)?.understood);
    const unlocks = nouns.flatMap((noun) => keys.map(({ phrase }) => `unlock ${noun} with ${phrase}`));
    const commands = [...unlocks, ...verbs.flatMap((verb) => nouns.map((noun) => `${verb} ${noun}`))];
    return commands.map((command) => ({ command, direction }));
  });
  return firstChoice(plans, ({ command, direction }) => openBy(scene, command, direction));
};

function openBy(scene: Scene, command: string, direction: string): Choice | null {
  const outcome = scene.isBarred(command) ? null : scene.tries.play(command, direction);
  return outcome?.moved && !outcome.deadly && outcome.points >= 0 && !opensByItself(scene, 1, direction)
    ? { command, why: `After "${command}", the way ${direction} is open.`, next: [direction] }
    : null;
}

/** Waits if a way opens by itself. `patient`: even if the text does not mention time. */
export function waitForTheWay(scene: Scene, patient: boolean): Choice | null {
  const word = scene.words.knows('wait') ? 'wait' : 'z';
  const ways = findObstacles(scene).filter(({ text }) => patient || mentionsTime(text));
  for (const { direction } of ways) {
    for (const turns of WAITS) {
      const outcome = scene.tries.play(...Array.from({ length: turns }, () => word), direction);
      if (!outcome || outcome.deadly) break;
      if (outcome.moved) return { command: word, why: `The way ${direction} opens by itself in time.` };
    }
  }
  return null;
}
