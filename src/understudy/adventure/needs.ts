import { isDenial } from './lexicon';
import { type Choice, firstChoice, type Scene } from './scene';

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
  const { brief, held, around, tries, words } = scene;
  const recent = brief.state.recent.slice(-NEEDED_LATELY);
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
