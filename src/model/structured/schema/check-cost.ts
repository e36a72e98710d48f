import type { Json, JsonObject } from '../../../base/json';
import { isObject } from '../../../base/json';
import type { Growth } from '../../../base/regex/cost';
import { growthAt, growthOf, LESS, MAX_STEPS, SHORTEST_ANSWER } from './pattern-cost';
import { at, type Finding, isList, isString } from './schema-check';

/** Characters of the longest answer that is checked, as JSON. */
const LONGEST_ANSWER = 200_000;
/** Each item is compared with each other one. */
const UNIQUE: Growth = { bits: 0, exponent: 2 };

interface Costly {
  pointer: string;
  growth: Growth;
}

/**
 * Characters that an answer may have, as JSON, to be checked against a schema in time, whatever it says: the costs of
 * all patterns and all `uniqueItems` are added. No text of the answer can be longer, nor all of them together.
 *
 * @param schema without references
 */
export function measureAnswer(schema: JsonObject): number {
  const costly = findCostly(schema, '');
  let least = 0;
  let most = LONGEST_ANSWER;
  while (least < most) {
    const length = Math.ceil((least + most) / 2);
    if (stepsOf(costly, length) <= MAX_STEPS) least = length;
    else most = length - 1;
  }
  return least;
}

/** `[]`: answers of a usable length can be checked. Else the costliest part is named. @param schema as above */
export function checkCost(schema: JsonObject): Finding[] {
  const costly = findCostly(schema, '');
  if (stepsOf(costly, SHORTEST_ANSWER) <= MAX_STEPS) return [];
  const steps = ({ growth }: Costly): number => growthAt(growth, SHORTEST_ANSWER);
  const worst = costly.reduce((most, one) => (steps(one) > steps(most) ? one : most));
  const message = `the patterns of this schema take too long together, this one longest: ${LESS}`;
  return [{ pointer: worst.pointer, message }];
}

const stepsOf = (costly: Costly[], length: number): number =>
  costly.reduce((steps, { growth }) => steps + growthAt(growth, length), 0);

/** Everything is gone through, whatever the keyword: a pattern that is only an example counts as one. */
function findCostly(node: Json, pointer: string): Costly[] {
  if (isList(node)) return node.flatMap((inner, index) => findCostly(inner, at(pointer, index)));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const here = at(pointer, key);
    if (key === 'pattern' && isString(value)) return [{ pointer: here, growth: growthOf(value) }];
    if (key === 'uniqueItems' && value === true) return [{ pointer: here, growth: UNIQUE }];
    const inner = findCostly(value, here);
    if (key !== 'patternProperties' || !isObject(value)) return inner;
    const names = Object.keys(value).map((name) => ({ pointer: at(here, name), growth: growthOf(name) }));
    return [...names, ...inner];
  });
}
