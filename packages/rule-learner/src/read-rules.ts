import type { WrittenRule } from './knowledge';
import { Model } from './model';
import type { Condition, Effect } from './types';
import { isFeature } from './words';
import { colorNumber, readDescription } from './written';

export interface Problem {
  /** JSON pointer to the invalid part. */
  pointer: string;
  message: string;
}

const MAX_RULES = 100;
const MAX_CONDITIONS = 20;

type Check = (isValid: boolean, pointer: string, message: string) => void;
type Fields = Record<string, unknown>;
type Field = readonly [isValid: (value: unknown) => boolean, message: string];

const STEP: Field = [
  (value) =>
    Array.isArray(value) && value.length === 2 && value.every(Number.isInteger) && value.some(Boolean),
  '"by" is [rows, columns]: up is [-1, 0], right is [0, 1].',
];
const COLOR: Field = [(value) => /^(\d|1[0-5])$/.test(colorNumber(String(value))), '"to" is a color.'];
const PICTURE: Field = [
  (value) =>
    typeof value === 'string' &&
    /^[0-9a-f.]{1,64}(\/[0-9a-f.]{1,64}){0,63}$/.test(value) &&
    new Set(value.split('/').map((row) => row.length)).size === 1,
  'A picture is rows of hex digits joined by "/"; "." is no part of it.',
];
/** The fields of each kind of effect; `become` of a move is optional. */
const EFFECTS: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  move: { by: STEP, become: PICTURE },
  slide: { by: STEP },
  recolour: { to: COLOR },
  become: { picture: PICTURE },
  vanish: {},
  picture: { from: PICTURE, to: PICTURE },
  undo: {},
  nothing: {},
};

/** Builds a model that predicts by the given rules alone. */
export function readRules(json: unknown): { ok: true; model: Model } | { ok: false; problems: Problem[] } {
  const list = Array.isArray(json) ? json : [json];
  const problems: Problem[] = [];
  const check: Check = (isValid, pointer, message) => {
    if (!isValid) problems.push({ pointer, message });
  };
  check(list.length > 0 && list.length <= MAX_RULES, '', `Write 1 to ${MAX_RULES} rules.`);
  const written = list
    .slice(0, MAX_RULES)
    .map((item, i) => readRule(Object(item), Array.isArray(json) ? `/${i}` : '', check));
  if (problems.length > 0) return { ok: false, problems };
  const model = Model.fromJSON({
    ...{ version: 1, mask: [], classes: [], player: null, undo: null, behaviours: [], actions: {} },
    ...{ uncovered: {}, recall: {}, written },
  });
  return { ok: true, model };
}

/** Returns the rule as it is; it is valid if no check fails. */
function readRule(
  { action, object = 'board', when = [], effect }: Fields,
  at: string,
  check: Check,
): WrittenRule {
  const isName = typeof action === 'string' && /^[\w-]{1,40}$/.test(action);
  check(isName, `${at}/action`, 'Name an action, such as "ACTION1".');
  const read = readEffect(Object(effect), `${at}/effect`, check);
  const hasObject = ['undo', 'nothing', 'picture'].includes(read.kind) || readDescription(String(object));
  check(
    typeof object === 'string' && Boolean(hasObject),
    `${at}/object`,
    'Describe the object by color and size, such as "blue 4×4 square", or write "clicked object".',
  );
  const conditions = Array.isArray(when) ? when.slice(0, MAX_CONDITIONS) : [];
  const isList = Array.isArray(when) && when.length <= MAX_CONDITIONS;
  check(isList, `${at}/when`, `"when" is a list of at most ${MAX_CONDITIONS} conditions.`);
  return {
    action: String(action),
    object: String(object),
    when: conditions.map((one, i) => readCondition(Object(one), `${at}/when/${i}`, check)),
    effect: read,
  };
}

function readCondition({ feature, value, not }: Fields, at: string, check: Check): Condition {
  const isText = typeof value === 'string' || typeof value === 'number';
  check(isFeature(String(feature)), `${at}/feature`, 'Use one of the ten feature words, such as "ahead".');
  check(isText, `${at}/value`, 'Write a color, "edge", or another value of this feature.');
  check(not === undefined || typeof not === 'boolean', `${at}/not`, '"not" is true or false.');
  return {
    feature: feature as Condition['feature'],
    value: colorNumber(String(value)),
    ...(not === true && { not }),
  };
}

function readEffect(effect: Fields, at: string, check: Check): Effect {
  const kind = String(effect.kind);
  const isKind = Object.hasOwn(EFFECTS, kind);
  check(isKind, `${at}/kind`, `"kind" is one of ${Object.keys(EFFECTS).join(', ')}.`);
  const fields = Object.entries((isKind && EFFECTS[kind]) || {}).filter(
    ([name]) => name !== 'become' || effect[name] !== undefined,
  );
  for (const [name, [isValid, message]] of fields) check(isValid(effect[name]), `${at}/${name}`, message);
  const own = Object.fromEntries(fields.map(([name]) => [name, effect[name]]));
  return {
    kind,
    ...own,
    ...(kind === 'recolour' && { to: Number(colorNumber(String(effect.to))) }),
  } as Effect;
}
