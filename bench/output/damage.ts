import type { Json, JsonObject } from '../../src/base/json';
import { pick } from './random';
import { indexesOf, render, type Token, tokenize } from './tokens';

/** Texts that a model may send for `value`; each means exactly `value`. */
export type Damage = (value: JsonObject, random: () => number) => string[];

const short = (value: JsonObject): string => render(tokenize(value, false));
const long = (value: JsonObject): string => render(tokenize(value, true));
const both = (value: JsonObject, make: (tokens: Token[]) => string[]): string[] =>
  [false, true].flatMap((pretty) => make(tokenize(value, pretty)));

const eachOf = (
  value: JsonObject,
  kinds: Token['kind'][],
  change: (token: Token) => string | null,
): string[] =>
  both(value, (tokens) =>
    indexesOf(tokens, ...kinds).map((at) =>
      render(tokens, (token, index) => (index === at ? change(token) : token.text)),
    ),
  );

const allOf = (value: JsonObject, kinds: Token['kind'][], change: (token: Token) => string): string[] =>
  both(value, (tokens) => [
    render(tokens, (token) => (kinds.includes(token.kind) ? change(token) : token.text)),
  ]);

const innerBrackets = (tokens: readonly Token[]): number[] => indexesOf(tokens, 'open', 'close').slice(1, -1);
const changeAt = (tokens: Token[], at: number, change: (token: Token) => string | null): string =>
  render(tokens, (token, index) => (index === at ? change(token) : token.text));

const body = (token: Token): string => token.text.slice(1, -1);
const hasInner = (value: JsonObject, what: RegExp): boolean =>
  tokenize(value, false).some((token) => token.kind === 'string' && what.test(String(token.value)));
const NAMES = ['response', 'answer', 'result', 'output', 'json'];
const before = ['Sure! Here is my answer:', 'Okay, as JSON:\n', "I'll answer (briefly):", 'Here {as asked}:'];
const after = ['Hope that helps!', '\n\nLet me know if you need more.', "That's all [for now].", '— done }'];
const note = '{"note":"written by a model","ok":true}';
const wrap = (name: string, value: Json): JsonObject => ({ [name]: value });
const python = { true: 'True', false: 'False', null: 'None' } as Record<string, string>;

/** Python's repr of a text: single quotes unless it contains one and no double quote. */
function repr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `${quote}${quote === "'" ? inner.replaceAll("'", "\\'") : inner}${quote}`;
}

export const DAMAGES: Record<string, Damage> = {
  'none (exact JSON)': (value) => [short(value), long(value), JSON.stringify(value)],
  'code fence': (value, random) => [
    `\`\`\`json\n${long(value)}\n\`\`\``,
    `\`\`\`\n${short(value)}\n\`\`\``,
    `\`\`\`JSON\n${short(value)}`,
    `~~~json\n${long(value)}\n~~~`,
    `${pick(random, before)}\n\`\`\`json\n${long(value)}\n\`\`\`\n${pick(random, after)}`,
    `\`json\n${short(value)}\n\``,
  ],
  'prose around': (value) => [
    ...before.map((lead) => `${lead} ${short(value)}`),
    ...after.map((end) => `${long(value)} ${end}`),
    `${before[0]} ${short(value)} ${after[0]}`,
    `${before[3]} ${short(value)} ${after[3]}`,
  ],
  'reasoning before': (value) => [
    `<think>Let me see. {"kind": "draft", "text": "no"}</think>${short(value)}`,
    `<thinking>\nA few options here.\n</thinking>\n\n${long(value)}`,
    `The user wants JSON, so {"kind":"say","text":"wrong"} …</think>\n${short(value)}`,
    `[reasoning]What would they say?[/reasoning]\n${short(value)}`,
    `<|channel|>analysis<|message|>Think it over.<|end|><|start|>assistant<|channel|>final<|message|>${short(value)}`,
    `${short(value)}<think>Was that right? {"kind":"say"}</think>`,
  ],
  'several objects': (value) => [
    `${short(value)}\n${note}`,
    `${note}\n${short(value)}`,
    `{"draft": 1}\n${long(value)}\n${note}`,
    `For example {"x": {"y": []}}, and mine: ${short(value)}`,
    `${short(value)}\n${short(value)}`,
  ],
  'wrapper, list or double encoding': (value) => [
    ...NAMES.map((name) => short(wrap(name, value))),
    `[${long(value)}]`,
    JSON.stringify(short(value)),
    short(wrap('response', short(value))),
    `"${short(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  ],
  'case and spacing of keys': (value) => [
    ...allOf(value, ['key'], (token) => token.text.toUpperCase()),
    ...allOf(value, ['key'], (token) => `"${body(token).charAt(0).toUpperCase()}${body(token).slice(1)}"`),
    ...allOf(value, ['key'], (token) => `" ${body(token)} "`),
    ...allOf(value, ['key'], (token) => `"${body(token).replaceAll('_', ' ')}"`),
    ...allOf(value, ['key'], (token) => `"${body(token).replaceAll('_', '-')}"`),
  ],
  'single quotes': (value) => [
    ...allOf(value, ['key', 'string'], (t) => `'${body(t).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`),
    ...allOf(value, ['key'], (token) => `'${body(token)}'`),
  ],
  'single quotes, apostrophes inside': (value) =>
    hasInner(value, /'/)
      ? allOf(value, ['key', 'string'], (token) => `'${body(token).replaceAll('\\"', '"')}'`)
      : [],
  'smart quotes': (value) => [
    ...allOf(value, ['key', 'string'], (token) => `“${body(token)}”`),
    ...allOf(value, ['key', 'string'], (token) => `‘${body(token)}’`),
    ...allOf(value, ['key', 'string'], (token) => `„${body(token)}“`),
    ...allOf(value, ['key'], (token) => `“${body(token)}”`),
    ...allOf(value, ['string'], (token) => `“${body(token)}”`),
  ],
  'bare keys': (value) => [
    ...allOf(value, ['key'], body),
    ...eachOf(value, ['key'], body),
    ...allOf(value, ['key'], (token) => `${body(token)} `),
  ],
  'a quote lost': (value) => [
    ...eachOf(value, ['key'], (token) => token.text.slice(1)),
    ...eachOf(value, ['key'], (token) => token.text.slice(0, -1)),
    ...eachOf(value, ['string'], (token) => token.text.slice(1)),
    ...eachOf(value, ['string'], (token) => token.text.slice(0, -1)),
  ],
  'a comma lost': (value) => [
    ...eachOf(value, ['comma'], () => ''),
    ...allOf(value, ['comma'], () => ''),
    ...allOf(value, ['comma'], () => ';'),
  ],
  'a colon lost or doubled': (value) => [
    ...eachOf(value, ['colon'], () => ''),
    ...allOf(value, ['colon'], () => ' ='),
    ...allOf(value, ['colon'], () => ' =>'),
    ...eachOf(value, ['colon'], () => '::'),
  ],
  'a bracket lost': (value) =>
    both(value, (tokens) => [
      // The last bracket (unless it follows a number, which could be truncated), the first, and inner ones.
      ...(tokens.at(-2)?.kind === 'number'
        ? []
        : [render(tokens, (token, index) => (index === tokens.length - 1 ? null : token.text))]),
      render(tokens, (token, index) => (index === 0 ? '' : token.text)),
      ...indexesOf(tokens, 'close')
        .slice(0, -1)
        .map((at) => render(tokens, (token, index) => (index === at ? null : token.text))),
    ]),
  'an inner bracket lost': (value) =>
    both(value, (tokens) => innerBrackets(tokens).map((at) => changeAt(tokens, at, () => null))),
  'an inner bracket doubled': (value) =>
    both(value, (tokens) =>
      innerBrackets(tokens).map((at) => changeAt(tokens, at, ({ text }) => text + text)),
    ),
  'too much punctuation': (value) => [
    ...both(value, (tokens) => [
      render(tokens, (token, index) => (tokens[index + 1]?.kind === 'close' ? `${token.text},` : token.text)),
    ]),
    ...eachOf(value, ['comma'], () => ',,'),
    ...both(value, (tokens) => [`${render(tokens)}}`, `${render(tokens)},`, `{${render(tokens)}}`]),
    ...both(value, (tokens) => [render(tokens, (token, index) => (index === 0 ? '{,' : token.text))]),
  ],
  comments: (value) => [
    ...both(value, (tokens) => [
      render(tokens, (token) => (token.kind === 'comma' ? ', /* next, "please" */' : token.text)),
      render(tokens, (token) => (token.kind === 'open' ? `${token.text} // it's here\n` : token.text)),
    ]),
    render(tokenize(value, true), (token) => (token.kind === 'comma' ? ', // and then' : token.text)),
    render(tokenize(value, true), (token) => (token.kind === 'comma' ? ', # and then' : token.text)),
    `/* answer */ ${short(value)}`,
  ],
  'Python literals': (value) => {
    const change = (token: Token): string =>
      token.kind === 'literal' ? (python[token.text] ?? token.text) : token.text;
    const all = (token: Token): string =>
      token.kind === 'key' || token.kind === 'string' ? repr(String(token.value)) : change(token);
    return both(value, (tokens) => [render(tokens, change), render(tokens, all)]);
  },
  'raw newlines': (value) => {
    const raw = (token: Token): string => token.text.replaceAll('\\n', '\n');
    return hasInner(value, /\n/) ? allOf(value, ['string'], raw) : [];
  },
  'unescaped inner quotes': (value) =>
    hasInner(value, /"/) ? allOf(value, ['string'], (token) => token.text.replaceAll('\\"', '"')) : [],
  'broken escapes': (value) => [
    ...allOf(value, ['string'], (token) => token.text.replaceAll("'", "\\'")),
    ...allOf(value, ['string'], (token) => token.text.replaceAll('!', '\\!').replaceAll('(', '\\(')),
    // With a backslash inside, the number of escapes is ambiguous.
    ...(hasInner(value, /[\\"\n]/) ? [] : allOf(value, ['key', 'string'], (token) => `\\"${body(token)}\\"`)),
  ],
  'scalars in quotes': (value) => [
    ...allOf(value, ['number', 'literal'], (token) => (token.text === 'null' ? 'null' : `"${token.text}"`)),
    ...eachOf(value, ['number', 'literal'], (token) => (token.text === 'null' ? 'null' : `"${token.text}"`)),
  ],
  'lines of key: value': (value) => {
    const entries = Object.entries(value);
    if (entries.some(([, v]) => typeof v === 'object' || (typeof v === 'string' && v.includes('\n'))))
      return [];
    return [
      entries.map(([key, v]) => `${key}: ${String(v)}`).join('\n'),
      entries.map(([key, v]) => `${key.charAt(0).toUpperCase()}${key.slice(1)}: ${String(v)}`).join('\n'),
      entries.map(([key, v]) => `**${key}**: ${String(v)}`).join('\n'),
      entries.map(([key, v]) => `- ${key}: ${JSON.stringify(v)}`).join('\n'),
    ];
  },
};

/** Damages that change the text of a whole answer, for use on top of another. */
export const OVER: readonly ((text: string) => string)[] = [
  (text) => `\`\`\`json\n${text}\n\`\`\``,
  (text) => `${before[0]} ${text}`,
  (text) => `${text} ${after[0]}`,
  (text) => `<think>Hm, {"kind":"x"}?</think>\n${text}`,
  (text) => `${text}\n${note}`,
  (text) => `[${text}]`,
];
