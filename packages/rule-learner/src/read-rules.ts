import type { ModelData, WrittenRule } from './knowledge';
import { Model } from './model';
import type { Condition, Effect, Vec } from './types';
import { isFeature } from './words';
import { colourNumber, readDescription } from './written';

export interface Problem {
  /** JSON pointer to the invalid part. */
  pointer: string;
  message: string;
}

const MAX_RULES = 100;
const MAX_CONDITIONS = 20;
const PICTURE = /^[0-9a-f.]{1,64}(\/[0-9a-f.]{1,64}){0,63}$/;
const ACTION = /^[\w-]{1,40}$/;
const EFFECTS = '"move", "slide", "recolour", "become", "vanish", "picture", "undo" or "nothing"';

/** Builds a model that predicts by the given rules alone. */
export function readRules(json: unknown): { ok: true; model: Model } | { ok: false; problems: Problem[] } {
  const problems: Problem[] = [];
  const list = Array.isArray(json) ? json : [json];
  if (list.length === 0 || list.length > MAX_RULES) fail('', `Write 1 to ${MAX_RULES} rules.`);
  const rules = list.slice(0, MAX_RULES).map((item, i) => readRule(item, Array.isArray(json) ? `/${i}` : ''));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, model: Model.fromJSON(emptyData(rules.filter((rule) => rule !== null))) };

  function fail(pointer: string, message: string): null {
    problems.push({ pointer, message });
    return null;
  }

  function readRule(item: unknown, pointer: string): WrittenRule | null {
    if (!isRecord(item))
      return fail(pointer, 'A rule is an object with "action", "object", "when" and "effect".');
    const { action, object = 'board', when = [], effect } = item;
    if (typeof action !== 'string' || !ACTION.test(action))
      fail(`${pointer}/action`, 'Name an action, such as "ACTION1".');
    const read = readEffect(effect, `${pointer}/effect`);
    const needsObject = read !== null && !['undo', 'nothing', 'picture'].includes(read.kind);
    if (typeof object !== 'string' || (needsObject && readDescription(object) === null))
      fail(
        `${pointer}/object`,
        'Describe the object by colour and size, such as "blue 4×4 square", or write "clicked object".',
      );
    if (!Array.isArray(when) || when.length > MAX_CONDITIONS)
      return fail(`${pointer}/when`, `"when" is a list of at most ${MAX_CONDITIONS} conditions.`);
    const conditions = when.map((one, i) => readCondition(one, `${pointer}/when/${i}`));
    if (read === null || conditions.includes(null)) return null;
    return { action: String(action), object: String(object), when: conditions as Condition[], effect: read };
  }

  function readCondition(one: unknown, pointer: string): Condition | null {
    if (!isRecord(one)) return fail(pointer, 'A condition is {"feature", "value"} and possibly "not": true.');
    const { feature, value, not } = one;
    if (typeof feature !== 'string' || !isFeature(feature))
      return fail(`${pointer}/feature`, 'Use one of the ten feature words, such as "ahead".');
    if (typeof value !== 'string' && typeof value !== 'number')
      return fail(`${pointer}/value`, 'Write a colour, "edge", or another value of this feature.');
    if (not !== undefined && typeof not !== 'boolean')
      return fail(`${pointer}/not`, '"not" is true or false.');
    return { feature, value: colourNumber(String(value)), ...(not ? { not } : {}) };
  }

  function readEffect(effect: unknown, pointer: string): Effect | null {
    if (!isRecord(effect)) return fail(pointer, 'An effect is an object with "kind".');
    const { kind } = effect;
    switch (kind) {
      case 'move':
      case 'slide': {
        const by = readVec(effect.by);
        if (!by) return fail(`${pointer}/by`, '"by" is [rows, columns]: up is [-1, 0], right is [0, 1].');
        if (kind === 'slide' || effect.become === undefined) return { kind, by };
        return isPicture(effect.become)
          ? { kind, by, become: effect.become }
          : failPicture(`${pointer}/become`);
      }
      case 'recolour': {
        const to = Number(colourNumber(String(effect.to)));
        if (!Number.isInteger(to) || to < 0 || to > 15) return fail(`${pointer}/to`, '"to" is a colour.');
        return { kind, to };
      }
      case 'become':
        return isPicture(effect.picture)
          ? { kind, picture: effect.picture }
          : failPicture(`${pointer}/picture`);
      case 'picture': {
        const { from, to } = effect;
        if (!isPicture(from)) return failPicture(`${pointer}/from`);
        return isPicture(to) ? { kind, from, to } : failPicture(`${pointer}/to`);
      }
      case 'vanish':
      case 'undo':
      case 'nothing':
        return { kind };
      default:
        return fail(`${pointer}/kind`, `"kind" is ${EFFECTS}.`);
    }
  }

  function failPicture(pointer: string): null {
    return fail(pointer, 'A picture is rows of hex digits joined by "/"; "." is no part of it.');
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPicture = (value: unknown): value is string =>
  typeof value === 'string' &&
  PICTURE.test(value) &&
  new Set(value.split('/').map((row) => row.length)).size === 1;

function readVec(value: unknown): Vec | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [rows, cols] = value;
  return Number.isInteger(rows) && Number.isInteger(cols) && (rows !== 0 || cols !== 0) ? [rows, cols] : null;
}

function emptyData(written: WrittenRule[]): ModelData {
  return {
    ...{ version: 1, mask: [], classes: [], colours: [], player: null, behaviours: [], actions: {} },
    ...{ grounds: [], uncovered: {}, recall: {}, trust: {}, written },
  };
}
