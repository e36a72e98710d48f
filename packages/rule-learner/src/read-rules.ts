import type { ModelData, WrittenRule } from './knowledge';
import { Model } from './model';
import type { Condition, Effect, Vec } from './types';
import { isFeature } from './words';
import { colorNumber, readDescription } from './written';

export interface Problem {
  /** JSON pointer to the invalid part. */
  pointer: string;
  message: string;
}

const MAX_RULES = 100;
const MAX_CONDITIONS = 20;
const PICTURE = /^[0-9a-f.]{1,64}(\/[0-9a-f.]{1,64}){0,63}$/;
const ACTION = /^[\w-]{1,40}$/;
const EFFECTS = ['move', 'slide', 'recolour', 'become', 'vanish', 'picture', 'undo', 'nothing'];

/** Builds a model that predicts by the given rules alone. */
export function readRules(json: unknown): { ok: true; model: Model } | { ok: false; problems: Problem[] } {
  const list = Array.isArray(json) ? json : [json];
  const problems: Problem[] = [];
  const check = (isValid: boolean, pointer: string, message: string): void => {
    if (!isValid) problems.push({ pointer, message });
  };
  check(list.length > 0 && list.length <= MAX_RULES, '', `Write 1 to ${MAX_RULES} rules.`);
  const rules = list
    .slice(0, MAX_RULES)
    .map((item, i) => readRule(Object(item), Array.isArray(json) ? `/${i}` : '', check));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, model: Model.fromJSON(writtenData(rules)) };
}

type Check = (isValid: boolean, pointer: string, message: string) => void;
type Fields = Record<string, unknown>;

/** Returns the rule as it is; it is valid if no check fails. */
function readRule({ action, object = 'board', when = [], effect }: Fields, pointer: string, check: Check) {
  check(
    typeof action === 'string' && ACTION.test(action),
    `${pointer}/action`,
    'Name an action, such as "ACTION1".',
  );
  const read = readEffect(Object(effect), `${pointer}/effect`, check);
  const hasObject = ['undo', 'nothing', 'picture'].includes(read.kind) || readDescription(String(object));
  check(
    typeof object === 'string' && (!EFFECTS.includes(read.kind) || Boolean(hasObject)),
    `${pointer}/object`,
    'Describe the object by color and size, such as "blue 4×4 square", or write "clicked object".',
  );
  const conditions = Array.isArray(when) ? when : [];
  check(
    Array.isArray(when) && when.length <= MAX_CONDITIONS,
    `${pointer}/when`,
    `"when" is a list of at most ${MAX_CONDITIONS} conditions.`,
  );
  return {
    action: String(action),
    object: String(object),
    when: conditions
      .slice(0, MAX_CONDITIONS)
      .map((one, i) => readCondition(Object(one), `${pointer}/when/${i}`, check)),
    effect: read,
  };
}

function readCondition({ feature, value, not }: Fields, pointer: string, check: Check): Condition {
  const isText = typeof value === 'string' || typeof value === 'number';
  check(
    isFeature(String(feature)),
    `${pointer}/feature`,
    'Use one of the ten feature words, such as "ahead".',
  );
  check(isText, `${pointer}/value`, 'Write a color, "edge", or another value of this feature.');
  check(not === undefined || typeof not === 'boolean', `${pointer}/not`, '"not" is true or false.');
  return {
    feature: feature as Condition['feature'],
    value: colorNumber(String(value)),
    ...(not === true && { not }),
  };
}

function readEffect({ kind, by, to, from, become, picture }: Fields, pointer: string, check: Check): Effect {
  const checkPicture = (value: unknown, name: string) =>
    check(
      isPicture(value),
      `${pointer}/${name}`,
      'A picture is rows of hex digits joined by "/"; "." is no part of it.',
    );
  check(EFFECTS.includes(String(kind)), `${pointer}/kind`, `"kind" is one of ${EFFECTS.join(', ')}.`);
  if (kind === 'move' || kind === 'slide') {
    check(isStep(by), `${pointer}/by`, '"by" is [rows, columns]: up is [-1, 0], right is [0, 1].');
    if (kind === 'slide' || become === undefined) return { kind, by: by as Vec };
    checkPicture(become, 'become');
    return { kind, by: by as Vec, become: String(become) };
  }
  if (kind === 'recolour') {
    const color = colorNumber(String(to));
    check(/^(\d|1[0-5])$/.test(color), `${pointer}/to`, '"to" is a color.');
    return { kind, to: Number(color) };
  }
  if (kind === 'become') checkPicture(picture, 'picture');
  if (kind === 'become') return { kind, picture: String(picture) };
  if (kind === 'picture') {
    checkPicture(from, 'from');
    checkPicture(to, 'to');
    return { kind, from: String(from), to: String(to) };
  }
  return { kind: kind as 'vanish' | 'undo' | 'nothing' };
}

const isPicture = (value: unknown): boolean =>
  typeof value === 'string' &&
  PICTURE.test(value) &&
  new Set(value.split('/').map((row) => row.length)).size === 1;

const isStep = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isInteger) && value.some(Boolean);

function writtenData(written: WrittenRule[]): ModelData {
  return {
    ...{ version: 1, mask: [], classes: [], player: null, undo: null, behaviours: [], actions: {} },
    ...{ uncovered: {}, recall: {}, written },
  };
}
