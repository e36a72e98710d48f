import { type FoundKey, findWords, type Spelling } from './find-words';

/** What became of a source file, and the keys that have to be renamed by hand there. */
export interface RenamedSource {
  source: string;
  byHand: { key: string; line: number; why: string }[];
}

/**
 * Replaces English texts in a source file of the pages. `renames` maps old keys to new ones, with the same placeholders.
 *
 * A text that chooses between two wordings (`{n === 1 ? 'round' : 'rounds'}`) has one key for each: both are renamed, or
 * the text is left to be renamed by hand, as is one whose placeholders change places.
 */
export function renameWords(
  file: string,
  source: string,
  renames: ReadonlyMap<string, string>,
): RenamedSource {
  const byHand: RenamedSource['byHand'] = [];
  const edits: [from: number, to: number, text: string][] = [];
  const spelled = new Map<number, FoundKey[]>();
  for (const found of findWords(file, source).keys) {
    if (found.spelling)
      spelled.set(found.spelling.from, [...(spelled.get(found.spelling.from) ?? []), found]);
    else if (renames.has(found.key)) byHand.push({ ...pick(found), why: 'code looks it up by this word' });
  }
  for (const founds of spelled.values()) {
    const [first] = founds;
    if (!first?.spelling || !founds.some(({ key }) => renames.has(key))) continue;
    const gaps = writeGaps(
      source,
      founds.map((found) => ({ ...found, key: renames.get(found.key) ?? found.key })),
      first.spelling,
    );
    if (typeof gaps === 'string') byHand.push({ ...pick(first), why: gaps });
    else edits.push(...gaps);
  }
  let renamed = source;
  for (const [from, to, text] of edits.toSorted(([a], [b]) => b - a))
    renamed = renamed.slice(0, from) + text + renamed.slice(to);
  const left = new Set(findWords(file, renamed).keys.map(({ key }) => key));
  for (const { key, line } of [...spelled.values()].flat()) {
    const name = renames.get(key);
    const isLeft = byHand.some((one) => one.line === line);
    if (name !== undefined && !left.has(name) && !isLeft)
      byHand.push({ key, line, why: `“${name}” does not look like a text: wrap it in say()` });
  }
  return { source: renamed, byHand };
}

const pick = ({ key, line }: FoundKey) => ({ key, line });

/** Edits for the text between the arguments, or the reason why it must be renamed by hand. */
function writeGaps(
  source: string,
  founds: readonly FoundKey[],
  { kind, from, to, args, choices }: Spelling,
): [number, number, string][] | string {
  const [{ key = '' } = {}] = founds;
  if (kind === 'string' || kind === 'attribute') {
    const literal = source.slice(from + 1, to - 1);
    const quoted = quote(literal.slice(0, literal.search(/\S/)) + key + (/\s*$/.exec(literal)?.[0] ?? ''));
    return [[from, to, kind === 'attribute' ? (key.includes('"') ? `{${quoted}}` : `"${key}"`) : quoted]];
  }
  if (choices.length > 1) return 'it makes two choices';
  const yes = founds.find(({ spelling }) => spelling?.choices.every(({ isYes }) => isYes));
  const no = founds.find((one) => one !== yes) ?? yes;
  const [yesGaps, noGaps] = [splitKey(yes?.key ?? key), splitKey(no?.key ?? key)];
  if (!yesGaps || !noGaps || yesGaps.length !== args.length + 1 || noGaps.length !== args.length + 1)
    return 'its placeholders changed';
  const cond = choices[0]?.cond.slice(1, -1) ?? '';
  return yesGaps.map((text, n): [number, number, string] => {
    const [start, end] = [args[n - 1]?.[1] ?? from, args[n]?.[0] ?? to];
    const old = source.slice(start, end);
    const lead = n === 0 ? (/^\s*/.exec(old)?.[0] ?? '') : '';
    const trail = n === args.length ? (/\s*$/.exec(old)?.[0] ?? '') : '';
    const other = noGaps[n] ?? '';
    const [head, one, two, tail] = text === other ? [text, '', '', ''] : splitChoice(text, other);
    const choice = one === two ? '' : `{${cond} ? ${quote(one)} : ${quote(two)}}`;
    const escapeText = kind === 'jsx' ? escapeJsx : escapeTemplate;
    const dollar = choice && kind === 'template' ? '$' : '';
    return [
      start,
      end,
      lead + escapeText(head) + dollar + choice + escapeText(tail) + (trail === old ? '' : trail),
    ];
  });
}

/** Splits a key at `{0}`, `{1}` and so on; null if they do not come in this order. */
function splitKey(key: string): string[] | null {
  const pieces = key.split(/\{(\d+)\}/);
  const inOrder = pieces.every((piece, n) => n % 2 === 0 || Number(piece) === (n - 1) / 2);
  return inOrder ? pieces.filter((_, n) => n % 2 === 0) : null;
}

/** Splits two wordings into the words both begin with, what differs, and the words both end with. */
function splitChoice(yes: string, no: string): [head: string, yes: string, no: string, tail: string] {
  const [a, b] = [yes.split(/(?<=\s)|(?=\s)/), no.split(/(?<=\s)|(?=\s)/)];
  let [start, end] = [0, 0];
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const middle = (words: readonly string[]) => words.slice(start, words.length - end).join('');
  return [a.slice(0, start).join(''), middle(a), middle(b), a.slice(a.length - end).join('')];
}

const quote = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
const escapeTemplate = (text: string): string => text.replaceAll(/[`\\]|\$\{/g, '\\$&');
/** Spaces at the ends need no braces here: everything is on one line. */
const escapeJsx = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[{}]/g, "{'$&'}")
    .replaceAll('\u00A0', '&nbsp;');
