import type { Line, Notice } from './fold-scene';

type Rule = Extract<Line, { type: 'round' }>;

interface Group {
  rule: Rule | null;
  notices: Notice[];
  lines: Line[];
}

/**
 * Orders lines like a script: below each round's divider come the lines that it answers, then the replies, regardless
 * of when they were spoken; lines waiting for a round come last. Plain notes are folded into the preceding divider.
 */
export function arrangeLines(lines: readonly Line[]): Line[] {
  const groups: Group[] = [{ rule: null, notices: [], lines: [] }];
  const byRound = new Map<number, Group>();
  for (const line of lines) {
    if (line.type !== 'round') continue;
    const group: Group = { rule: line, notices: [], lines: [] };
    groups.push(group);
    if (line.n !== null) byRound.set(line.n, group);
  }
  const waiting: Line[] = [];
  let now = groups[0];
  for (const line of lines) {
    if (line.type === 'round') now = groups.find(({ rule }) => rule === line);
    else if (line.type === 'note' && line.tone === 'plain')
      now?.notices.push({ seq: line.seq, text: line.text });
    else if (isWaiting(line)) waiting.push(line);
    else linePosition(line, byRound, now)?.lines.push(line);
  }
  return [...groups.flatMap(listGroup), ...waiting];
}

/** True if a person spoke the line: such lines wait for the round that answers them. */
const isSaid = (line: Line): line is Extract<Line, { type: 'speech' }> =>
  line.type === 'speech' && line.actor.startsWith('persona:');

/** True if a line waits for its round. A whisper among players stays in place. */
export const isWaiting = (line: Line): boolean => isSaid(line) && line.round === null && !line.isAside;

const linePosition = (
  line: Line,
  byRound: ReadonlyMap<number, Group>,
  now: Group | undefined,
): Group | undefined => (isSaid(line) && line.round !== null && byRound.get(line.round)) || now;

function listGroup({ rule, notices, lines }: Group): Line[] {
  if (rule) return [{ ...rule, notices }, ...lines];
  const [first] = notices;
  const head: Rule[] = first ? [{ type: 'round', seq: first.seq, n: null, attempt: 1, notices }] : [];
  return [...head, ...lines];
}

/** True if a line continues the previous one, so that it needs no avatar or name. */
export const isContinued = (line: Line, before: Line | undefined): boolean =>
  line.type === 'speech' &&
  before?.type === 'speech' &&
  before.actor === line.actor &&
  before.hidden === line.hidden &&
  before.kind === line.kind &&
  before.whisper?.join() === line.whisper?.join();

/** Removes rounds after `to` while a rewind is pending. */
export const withoutAfter = (lines: readonly Line[], to: number): Line[] =>
  lines.filter((line) => (lineRound(line) ?? 0) <= to);

const lineRound = (line: Line): number | null =>
  line.type === 'round' ? line.n : 'round' in line ? line.round : null;
