import { placeKey } from '../../engines/adventure/state';
import { TOOLS } from './lexicon';
import type { Choice, Scene, Target } from './scene';
import { isGain, isWorth, real, tell, tryHere } from './weigh';

/** Uses what is carried on what is here, where the two go together by what they are. */
export function askTools(scene: Scene): Choice | null {
  const { held, around, nouns } = scene;
  if (held.length === 0) return null;
  const targets = [...around, ...real(scene, nouns)];
  for (const tool of held) {
    for (const { tool: kind, uses } of TOOLS) {
      if (!kind.test(tool.name)) continue;
      for (const use of uses) {
        const found = useOn(scene, tool, use.includes('#') ? targets : [tool], use);
        if (found) return found;
      }
    }
  }
  return null;
}

/** Whether the same was done here with another thing: one thing goes by several words of the text. */
export function wasUsed({ brief, here }: Scene, use: string): boolean {
  const [before = '', after = ''] = use.split('#');
  return brief.state.progress.effective.some(
    (command) => command.startsWith(`${placeKey(here)} ${before}`) && command.endsWith(after),
  );
}

/** Uses that may well waste the tool, or what it is used on: only when they bring something. */
const SPENDS = /^(?:put|burn|cut|pour|light)\b/;

function useOn(scene: Scene, tool: Target, targets: readonly Target[], use: string): Choice | null {
  const verb = use.split(' ')[0] ?? '';
  if (!scene.words.knows(verb)) return null;
  for (const target of targets) {
    if (use.includes('#') && target.phrase === tool.phrase) continue;
    const command = use.replace('$', tool.phrase).replace('#', target.phrase);
    if (target.id === null && wasUsed(scene, use.replace('$', tool.phrase))) continue;
    const outcome = tryHere(scene, command);
    if (outcome && (SPENDS.test(use) ? isGain(outcome) : isWorth(scene, target, outcome)))
      return { command, why: tell(outcome, `The ${tool.name} does something with the ${target.name}.`) };
  }
  return null;
}
