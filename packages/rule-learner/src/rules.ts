import { parseStep } from './board';
import type { ModelData, ObjectBehaviour } from './knowledge';
import { parseLook } from './look';
import type { Leaf, Tree } from './tree';
import type { Condition, Effect, Rule, Vec } from './types';
import { isFeature, joinWords, nameLook, splitFeature } from './words';

/** Lists the rules of a model: one for each leaf of a tree that has an effect. */
export function listRules(data: ModelData): Rule[] {
  const rules: Omit<Rule, 'id'>[] = data.behaviours.flatMap((one) =>
    Object.entries(one.steps).flatMap(([action, step]) => objectRules(data, one, action, step)),
  );
  for (const [action, { seen, effects }] of Object.entries(data.actions))
    if (action === data.undo || (effects === 0 && seen >= 3)) {
      const kind = action === data.undo ? 'undo' : 'nothing';
      rules.push({ action, object: 'board', when: [], effect: { kind }, seen: effects || seen, wrong: 0 });
    }
  return rules.map((rule, i) => ({ id: i + 1, ...rule }));
}

function objectRules(
  data: ModelData,
  { class: index, motion, looks, slide }: ObjectBehaviour,
  action: string,
  step: Vec | null,
): Omit<Rule, 'id'>[] {
  const names = [...new Set((data.classes[index] ?? []).map((key) => nameLook(parseLook(key))))];
  const object = names.length > 2 ? `${names[0]} (${names.length} looks)` : joinWords(names, 'or');
  const stops = slide?.stops.filter((value) => value !== 'edge') ?? [];
  return [...leaves(motion, action), ...leaves(looks[action], action)].flatMap(({ leaf, when }) => {
    const [seen, fit] = leaf.own[action] ?? [0, 0];
    if (seen === 0 || leaf.label === 'stay' || leaf.label === 'same') return [];
    const effect = effectOf(leaf.label, step, slide !== null);
    const isSlide = effect.kind === 'slide';
    const free = isSlide ? stops.map((value): Condition => ({ feature: 'ahead', value, not: true })) : [];
    return [{ action, object, when: [...when, ...free], effect, seen, wrong: seen - fit }];
  });
}

/** @param label of a motion, or the picture of the next look */
function effectOf(label: string, step: Vec | null, isSlide: boolean): Effect {
  if (label === 'gone') return { kind: 'vanish' };
  if (label === 'go' && step) return { kind: isSlide ? 'slide' : 'move', by: step };
  return label.startsWith('by ')
    ? { kind: 'move', by: parseStep(label) }
    : { kind: 'become', picture: label };
}

/** All leaves that apply to an action, with the conditions on the way. */
function leaves(
  tree: Tree | undefined,
  action: string,
  when: Condition[] = [],
): { leaf: Leaf; when: Condition[] }[] {
  if (!tree) return [];
  if (!('test' in tree)) return [{ leaf: tree, when }];
  const [feature, value] = splitFeature(tree.test);
  if (feature === 'action') return leaves(value === action ? tree.yes : tree.no, action, when);
  if (!isFeature(feature)) return [...leaves(tree.yes, action, when), ...leaves(tree.no, action, when)];
  return [
    ...leaves(tree.yes, action, [...when, { feature, value }]),
    ...leaves(tree.no, action, [...when, { feature, value, not: true }]),
  ];
}
