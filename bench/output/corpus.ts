import type { Json, JsonObject } from '../../src/base/json';
import { ANSWERS, type Answer } from './answers';
import { DAMAGES, OVER } from './damage';
import { check, type Damaged } from './judge';
import { makeRandom, pick } from './random';
import { truncateEverywhere } from './truncate';

const SEED = 20_261_120;
const TWICE = 400;
const LISTED = new Set(['kind', 'field', 'target_action']);

export function makeCorpus(): Damaged[] {
  const random = makeRandom(SEED);
  const out: Damaged[] = [];
  for (const [kind, damage] of Object.entries(DAMAGES)) {
    for (const answer of ANSWERS) out.push(...meaning(answer, kind, damage(answer.value, random)));
  }
  for (const answer of ANSWERS) {
    out.push(...meaning(answer, 'case of listed words', recaseWords(answer.value)));
    out.push(...meaning(answer, 'a share in percents', inPercents(answer.value)));
    out.push(...truncateEverywhere(answer, false), ...truncateEverywhere(answer, true));
    out.push(...refuse(answer, NO_ANSWER, 'no answer in it'));
  }
  out.push(...refuseUncertain());
  for (let i = 0; i < TWICE; i++) out.push(...damageTwice(random));
  return withoutRepeats(out);
}

function damageTwice(random: () => number): Damaged[] {
  const inner = Object.entries(DAMAGES).filter(([kind]) => !AROUND.has(kind));
  const answer = pick(random, ANSWERS);
  const [, damage] = pick(random, inner);
  const texts = damage(answer.value, random);
  return texts.length === 0 ? [] : meaning(answer, 'two at once', [pick(random, OVER)(pick(random, texts))]);
}

/** Damages that already wrap the object, or leave no text to wrap. */
const AROUND = new Set([
  'none (exact JSON)',
  'code fence',
  'prose around',
  'reasoning before',
  'several objects',
  'wrapper, list or double encoding',
  'lines of key: value',
  'a bracket lost',
  'an inner bracket lost',
  'an inner bracket doubled',
  'too much punctuation',
]);

const NO_ANSWER = [
  '',
  '   \n',
  '[]',
  'null',
  'I would rather not answer that.',
  'Sure! What should the JSON look like?',
  '{"note": "nothing to add"}',
  '```json\n```',
  '<think>Which kind should it be?',
  '{"$schema": "https://json-schema.org/draft-07/schema#", "type": "object", "properties": {"q": {"type": "string"}}}',
];

function refuse(answer: Answer, raws: readonly string[], kind: string): Damaged[] {
  const { schemaName, schema } = answer;
  return raws.map((raw) => ({
    kind,
    schemaName,
    schema,
    raw,
    accept: [],
    mayRefuse: true,
    loose: false,
  }));
}

/** Makes values that only look readable: half a fraction is not a number, a maybe is not a boolean. */
function refuseUncertain(): Damaged[] {
  const changes: [string, Json][] = [
    ['confidence', '7/10'],
    ['confidence', 'high'],
    ['confidence', 'about 0.9'],
    ['confidence', 7],
    ['had_effect', 'maybe'],
    ['had_effect', 'not true'],
    ['had_effect', 'partly'],
    ['kind', 'shout'],
    ['kind', 'say or act'],
    ['text', null],
    ['target_action', 'ACTION9'],
    ['target_action', 'ACTION1 or ACTION2'],
  ];
  return ANSWERS.flatMap((answer) =>
    changes
      .filter(([key]) => key in answer.value)
      .flatMap(([key, value]) =>
        refuse(answer, [JSON.stringify({ ...answer.value, [key]: value })], 'a value that must be refused'),
      ),
  );
}

function inPercents(value: JsonObject): string[] {
  const { confidence } = value;
  if (typeof confidence !== 'number') return [];
  const percents = Math.round(100 * confidence);
  return [percents, `${percents}`, `${percents}%`, `${percents} %`].map((said) =>
    JSON.stringify({ ...value, confidence: said }),
  );
}

function recaseWords(value: JsonObject): string[] {
  const swap = (change: (text: string) => string): string =>
    JSON.stringify(value, (key, child: Json) =>
      LISTED.has(key) && typeof child === 'string' ? change(child) : child,
    );
  return [
    swap((text) => text.toUpperCase()),
    swap((text) => text.toLowerCase()),
    swap((text) => ` ${text} `),
    swap((text) => `${text.charAt(0).toUpperCase()}${text.slice(1).toLowerCase()}`),
  ];
}

function meaning(answer: Answer, kind: string, raws: readonly string[]): Damaged[] {
  const { schemaName, schema } = answer;
  const right = check(schema, answer.value);
  if (right === null) throw new Error(`an answer does not fit its schema: ${JSON.stringify(answer.value)}`);
  const accept = [right.value as Json];
  const exact = JSON.stringify(answer.value);
  return raws
    .filter((raw) => kind.startsWith('none') || compact(raw) !== exact)
    .map((raw) => ({ kind, schemaName, schema, raw, accept, mayRefuse: false, loose: false }));
}

/** Removes the spaces of valid JSON; returns other text unchanged. */
function compact(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw));
  } catch {
    return raw;
  }
}

function withoutRepeats(all: readonly Damaged[]): Damaged[] {
  const seenKeys = new Set<string>();
  return all.filter((damaged) => {
    const key = JSON.stringify([damaged.kind, damaged.schemaName, damaged.raw]);
    return !seenKeys.has(key) && seenKeys.add(key);
  });
}
