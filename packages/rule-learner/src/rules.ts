import { isRecolour, readColour } from './changes';
import type { Behaviour, ModelData, ObjectBehaviour } from './knowledge';
import { parseLook } from './look';
import type { Leaf, Tree } from './tree';
import type { Condition, Effect, Rule, Vec } from './types';
import { isFeature, joinWords, nameColour, nameLook, splitFeature } from './words';

/** Lists the rules of a model: one for each leaf of a tree that has an effect. */
export function listRules(data: ModelData): Rule[] {
  const rules: Omit<Rule, 'id'>[] = data.behaviours.flatMap((one) => rulesOf(data, one));
  for (const [action, { seen, effects }] of Object.entries(data.actions))
    if (effects === 0 && seen >= 3)
      rules.push({ action, object: 'board', when: [], effect: { kind: 'nothing' }, seen, wrong: 0 });
  return rules.map((rule, i) => ({ id: i + 1, ...rule }));
}

function rulesOf(data: ModelData, one: Behaviour): Omit<Rule, 'id'>[] {
  switch (one.kind) {
    case 'undo':
      return [
        { action: one.action, object: 'board', when: [], effect: { kind: 'undo' }, seen: one.seen, wrong: 0 },
      ];
    case 'object':
      return Object.entries(one.steps).flatMap(([action, step]) => objectRules(data, one, action, step));
    case 'change':
      return leaves(one.tree, null)
        .filter(({ leaf }) => leaf.label === 'yes')
        .map(({ leaf, when }) => ({
          action: one.action,
          object: isRecolour(one)
            ? `${nameColour(readColour(one.from))} object`
            : nameLook(parseLook(one.from)),
          when,
          effect: isRecolour(one)
            ? { kind: 'recolour', to: readColour(one.to) }
            : { kind: 'picture', from: one.from, to: one.to },
          seen: leaf.seen,
          wrong: leaf.seen - leaf.fit,
        }));
  }
}

function objectRules(
  data: ModelData,
  one: ObjectBehaviour,
  action: string,
  step: Vec | null,
): Omit<Rule, 'id'>[] {
  const names = [...new Set((data.classes[one.class] ?? []).map((key) => nameLook(parseLook(key))))];
  const object = names.length > 2 ? `${names[0]} (${names.length} looks)` : joinWords(names, 'or');
  const rules: Omit<Rule, 'id'>[] = [];
  for (const { leaf, when } of leaves(one.motion, action)) {
    const { label } = leaf;
    const [seen, fit] = leaf.own[action] ?? [0, 0];
    if (seen === 0) continue;
    const counts = { seen, wrong: seen - fit };
    if (label === 'gone') rules.push({ action, object, when, effect: { kind: 'vanish' }, ...counts });
    else if (label !== 'stay') {
      if (one.slide && label === 'go' && step) {
        const stops = one.slide.stops.filter((value) => value !== 'edge');
        const conditions = stops.map((value): Condition => ({ feature: 'ahead', value, not: true }));
        rules.push({
          action,
          object,
          when: [...when, ...conditions],
          effect: { kind: 'slide', by: step },
          ...counts,
        });
        continue;
      }
      const by: Vec =
        label === 'go' && step ? step : (label.slice(3).split(',').map(Number) as unknown as Vec);
      rules.push({ action, object, when, effect: { kind: 'move', by }, ...counts });
    }
  }
  for (const { leaf, when } of one.looks[action] ? leaves(one.looks[action], action) : []) {
    if (leaf.label === 'same') continue;
    const effect: Effect = { kind: 'become', picture: leaf.label };
    rules.push({ action, object, when, effect, seen: leaf.seen, wrong: leaf.seen - leaf.fit });
  }
  return rules;
}

/** All leaves that apply to an action, with the conditions on the way. */
function leaves(
  tree: Tree,
  action: string | null,
  when: Condition[] = [],
): { leaf: Leaf; when: Condition[] }[] {
  if (!('test' in tree)) return [{ leaf: tree, when }];
  const [feature, value] = splitFeature(tree.test);
  if (feature === 'action') return leaves(value === action ? tree.yes : tree.no, action, when);
  if (!isFeature(feature)) return [...leaves(tree.yes, action, when), ...leaves(tree.no, action, when)];
  return [
    ...leaves(tree.yes, action, [...when, { feature, value }]),
    ...leaves(tree.no, action, [...when, { feature, value, not: true }]),
  ];
}
