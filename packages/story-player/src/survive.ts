import { isDenial } from './lexicon';
import { type Choice, firstChoice, type Scene } from './scene';

/**
 * If the chosen command is deadly, finds one that is not, preferably leaving. Later lives look a few turns ahead. Null
 * if there is no danger or no way out.
 */
export function survive(scene: Scene, chosen: string): Choice | null {
  const { tries, exits, words, state } = scene;
  const isOtherLife = state.episodes.length > 1;
  if (isOtherLife) tries.rescue(AHEAD.length + 2);
  const isDeadly = tries.play(chosen)?.deadly === true;
  // Commands that take no time must not count as rescue.
  const idles = isOtherLife ? [...AHEAD, 'wait'] : [];
  const dies = (command: string): boolean => tries.play(command, ...idles)?.deadly !== false;
  if (!isDeadly && (!isOtherLife || tries.play(chosen, ...AHEAD)?.deadly !== true)) return null;
  tries.rescue();
  const knows = (command: string): boolean => words.knows(command.split(' ')[0] ?? '');
  const ways = exits.filter(({ to, deadly }) => to !== null && !deadly).map(({ direction }) => direction);
  const active = [...ways, ...REFUGE, ...listShelters(scene)].filter(knows).find((command) => {
    const outcome = command === chosen || scene.isBarred(command) ? null : tries.play(command);
    return outcome && !outcome.deadly && (isOtherLife || outcome.moved || outcome.effect) && !dies(command);
  });
  if (active !== undefined) return { command: active, why: DEADLY };
  // Commands that take no time only delay the danger.
  const last = state.recent.slice(-PUT_OFF);
  const isPutOff = last.length === PUT_OFF && last.every(({ thinking }) => thinking?.startsWith(DEADLY));
  const waits = ['wait', ...(isPutOff ? [] : ['inventory', 'jump'])];
  const safe =
    waits.find((command) => !dies(command)) ??
    waits.find((command) => isDeadly && tries.play(command)?.deadly === false);
  return safe === undefined ? null : { command: safe, why: DEADLY };
}
const DEADLY = 'Anything else would be deadly just now.';
const PUT_OFF = 4;
/** Some stories ask for a key or two before they end. */
const AHEAD = ['wait', 'wait', 'wait'] as const;
const REFUGE = ['stand', 'get up', 'hide', 'lie down', 'duck', 'sit', 'drop all'] as const;

/** Commands with things nearby against a danger. */
function listShelters({ around, held, nouns }: Scene): string[] {
  const blows = around.flatMap(({ phrase }) =>
    held.map((weapon) => `attack ${phrase} with ${weapon.phrase}`),
  );
  const verbs = ['enter', 'open', 'get in', 'lie on', 'hide behind', 'close', 'hold'];
  const things = [...around, ...nouns];
  return [...blows, ...verbs.flatMap((verb) => things.map(({ phrase }) => `${verb} ${phrase}`))];
}

/** Physical needs by their messages, and remedies: `$` is a thing carried or here. */
const NEEDS: readonly { sign: RegExp; help: readonly string[] }[] = [
  { sign: /\bthirst|\bdehydrat|\bdrink something|\bparched\b/i, help: ['drink water', 'drink', 'drink $'] },
  { sign: /\bhungry\b|\bhunger\b|\bstarv|\bfamished\b|\beat something/i, help: ['eat food', 'eat $'] },
  {
    sign: /\byou(?:'re| are| feel| begin| look)\b[^.!?]{0,40}\b(?:tired|sleepy|exhaust|weary|fatigue)/i,
    help: ['sleep', 'lie down'],
  },
];
const NEEDED_LATELY = 16;

export function meetNeeds(scene: Scene): Choice | null {
  const { state, held, around, tries, words } = scene;
  const recent = state.recent.slice(-NEEDED_LATELY);
  const isOpen = ({ sign, help }: (typeof NEEDS)[number]): boolean => {
    const verbs = help.map((command) => command.split(' ')[0] ?? '');
    const saidAt = recent.findLastIndex(({ text }) => sign.test(text));
    return (
      saidAt >= 0 && !recent.slice(saidAt).some(({ command }) => verbs.includes(command.split(' ')[0] ?? ''))
    );
  };
  const needs = NEEDS.filter(isOpen);
  const things = [...held, ...around];
  return firstChoice(needs, ({ help }) => {
    const commands = help
      .filter((command) => words.knows(command.split(' ')[0] ?? ''))
      .flatMap((command) =>
        command.includes('$') ? things.map(({ phrase }) => command.replace('$', phrase)) : [command],
      );
    return firstChoice(commands, (command) => {
      if (scene.isBarred(command) || scene.recall.workedLately(scene.here, command)) return null;
      const outcome = tries.play(command);
      if (!outcome?.understood || outcome.deadly || outcome.points < 0) return null;
      // Needs are not objects, so success means that the reply was not a refusal.
      const isDone = outcome.effect || !isDenial(outcome.text);
      return isDone ? { command, why: 'The story says that I need it.' } : null;
    });
  });
}
