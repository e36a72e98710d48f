import { createHash } from 'node:crypto';
import { RIGHT_PROGRAM } from './code-world';

/** Answers of the fake model. They depend only on the request. */

type Schema = Record<string, unknown>;

export const pick = (text: string, n: number): number =>
  Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 8), 16) % Math.max(1, n);

/**
 * A sensible answer for the schemas of scenes and runs, recognized by their keys; a generated value for every
 * other schema. Without a schema (no constraint, or `json_object`), the example in the prompt defines the
 * format.
 */
export function answerFor(schema: Schema | null, prompt: string): unknown {
  const form = schema === null ? readExample(prompt) : generate(schema);
  if (form === null || typeof form !== 'object' || Array.isArray(form)) return { text: pickLine(prompt) };
  const value = form as Record<string, unknown>;
  const blank = Object.fromEntries(Object.keys(value).map((key) => [key, null]));
  if ('actingCharacters' in value) return { ...blank, ...planFor(schema, prompt) };
  if ('who' in value) return { who: readIds(schema, prompt), cue: 'Answer what was just said.' };
  if ('remainingActors' in value) return { ...blank, openGuidance: null, remainingActors: [] };
  if ('bullets' in value) return summaryFor(prompt);
  if ('worldUpdates' in value)
    return { worldUpdates: [{ key: 'weather', value: 'clearing' }], trackers: null };
  if ('text' in value && 'kind' in value) {
    const kind = /kind \("([a-z.]+)"/.exec(prompt)?.[1] ?? 'say';
    return { ...value, thought: 'They want an answer from me.', kind, text: pickLine(prompt) };
  }
  if ('source' in value) return { source: RIGHT_PROGRAM };
  if ('target_action' in value) return { ...value, ...suggestionFor(prompt) };
  if ('new_objective' in value) return { ...value, ...commandFor(prompt) };
  if ('keep' in value)
    return { ...value, keep: true, category: 'note', text: `Seen: ${pickLine(prompt)}`, corrects: null };
  if ('wish' in value) return { ...value, ...wishFor(prompt) };
  if ('had_effect' in value) return { ...value, ...analysisFor(prompt) };
  return value;
}

function summaryFor(prompt: string): Record<string, unknown> {
  const rounds = /Summarize rounds ([\d, ]+)\./.exec(prompt)?.[1]?.split(', ') ?? [];
  return {
    bullets: rounds.map((round) => ({ round: Number(round), text: 'They talked in the kitchen.' })),
    running: 'People talked in a kitchen while the storm went on.',
  };
}

function planFor(schema: Schema | null, prompt: string): Record<string, unknown> {
  const ids = readIds(schema, prompt);
  if (ids.length === 0) return { openGuidance: 'Let the scene breathe.' };
  // The answer with a stranger is rejected; the second attempt names none.
  const isStrange = prompt.includes('Call a stranger') && !prompt.includes('there is no character');
  return {
    openGuidance: 'Let the scene breathe.',
    actingCharacters: [...ids, ...(isStrange ? ['stranger'] : [])].map((id, index) => ({
      id,
      order: orderFor(prompt, index),
      priority: null,
      guidance: 'Answer what was just said.',
    })),
  };
}

/** The players' text may request simultaneous answers (equal orders), or answers in turn. */
function orderFor(prompt: string, index: number): number | null {
  if (prompt.includes('all at once')) return 1;
  return prompt.includes('one by one') ? index + 1 : null;
}

/** Ids of the characters present: an enum in the schema, or the prompt's list `# Present`, `- Name (id)…`. */
function readIds(schema: Schema | null, prompt: string): string[] {
  const listed = /"(?:id|items)":\{[^{}]*"enum":\[([^\]]*)\]/.exec(JSON.stringify(schema ?? {}))?.[1];
  if (listed !== undefined) return JSON.parse(`[${listed}]`);
  const present = /^# Present\n((?:- .*\n?)*)/m.exec(prompt)?.[1] ?? '';
  return [...present.matchAll(/^- [^\n(]*\(([a-z0-9-]+)\)/gm)].map((match) => match[1] ?? '');
}

const COMMANDS = ['look', 'examine letter', 'inventory', 'north', 'south', 'east', 'west', 'wait'];

function commandFor(prompt: string): Record<string, unknown> {
  const declares = pick(prompt, 5) === 0;
  return {
    thinking: 'One thing at a time.',
    action: COMMANDS[pick(`${prompt}command`, COMMANDS.length)],
    new_objective: declares
      ? { text: `look behind door ${pick(prompt, 90)}`, priority: 'normal', parent: null }
      : null,
    complete_objective: null,
  };
}

/** The first action without observations, then the first unsettled one; null if all are settled. */
function suggestionFor(prompt: string): Record<string, unknown> {
  const offered = [...prompt.matchAll(/^(ACTION[1-7]): (.*)$/gm)].map(([, id, status = '']) => ({
    id,
    status,
  }));
  const next =
    offered.find(({ status }) => status.startsWith('NO OBSERVATIONS')) ??
    offered.find(({ status }) => !/^(?:VERIFIED|GIVEN UP)/.test(status));
  return {
    current_board_assessment: 'A board with one thing that may move.',
    reasoning: 'The action with the least evidence is worth another look.',
    target_action: next?.id ?? null,
    setup_sequence: null,
    expected_information_gain: 'Whether the action changes the board.',
  };
}

/** One wish after the other, as models write them: some in other formats, some impossible. */
function wishFor(prompt: string): Record<string, unknown> {
  const past = /YOUR WISHES SO FAR:\n((?:- turn .*\n)*)/.exec(prompt)?.[1]?.split('\n').length ?? 1;
  const [id = 'ACTION1'] = /^(ACTION[1-5]): /m.exec(prompt)?.slice(1) ?? [];
  const blank = { row: null, col: null, object_row: null, object_col: null, actions: null, steps: null };
  const wishes = [
    { wish: 'to', row: 0, col: 0 },
    { wish: 'Actions', actions: [id.slice(6), `${id} (again)`] },
    { wish: { kind: 'to', row: '30', col: '30' } },
    { wish: 'explore', steps: 4 },
    { wish: 'touch', row: 12 },
  ];
  return {
    ...{ current_board_assessment: 'A board with one thing that may move.', reasoning: 'It is worth a try.' },
    ...{ ...blank, expectation: 'The thing stands elsewhere.' },
    ...wishes[(past - 1) % wishes.length],
  };
}

function analysisFor(prompt: string): Record<string, unknown> {
  const still = /NO CHANGES DETECTED|NOTHING BUT MASKED CELLS CHANGED/.test(prompt);
  const first = prompt.includes('first observation of this action');
  return {
    interpretation: still ? 'The board stayed as it was.' : 'The board changed after the action.',
    action_definition: still ? null : 'changes the board',
    is_consistent_with_previous: first ? null : true,
    objects_involved: null,
    context_description: 'an open part of the board',
    had_effect: !still,
    no_effect_reason: still ? 'something was in the way' : null,
    environment_updates: null,
    confidence: 0.5,
  };
}

const LINES = [
  'I heard you, and I will not pretend otherwise.',
  'Stay a moment; the rain has not finished with us.',
  'You may be right about that, but who else knows?',
  'Put it on the table and let everyone see it.',
];
export const pickLine = (prompt: string): string => LINES[pick(prompt, LINES.length)] ?? '';

/** The smallest value that a strict provider schema allows. */
export function generate(schema: Schema): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return generate(schema.anyOf[0] as Schema);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([key, node]) => [
          key,
          generate(node),
        ]),
      );
    case 'array':
      return [];
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'something';
  }
}

function readExample(prompt: string): unknown {
  const json = /^Example[^\n]*?: (\{.*\})$/m.exec(prompt)?.[1];
  return json === undefined ? null : JSON.parse(json);
}
