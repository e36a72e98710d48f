import type { ChangeScene } from '../../../../src/contract/change-scene';
import type { Event } from '../../../../src/contract/events/events';
import { isWaiting } from '../lines/arrange';
import type { Line } from '../lines/fold-scene';

/** A round with the lines that it answers, and its own. */
export interface RoundLines {
  n: number;
  lines: Line[];
}

/** Lists the rounds from `first` on that have something to show. @param lines in the order of `arrangeLines` */
export function listRounds(lines: readonly Line[], first: number): RoundLines[] {
  const rounds: RoundLines[] = [];
  let now: RoundLines | undefined;
  for (const line of lines) {
    if (line.type === 'round') {
      // A retry has a divider of its own.
      now = rounds.find(({ n }) => n === line.n) ?? { n: line.n ?? 0, lines: [] };
      if (now.n >= first && !rounds.includes(now)) rounds.push(now);
    } else if (!isWaiting(line)) now?.lines.push(line);
  }
  for (const { lines: own } of rounds) own.sort((a, b) => a.seq - b.seq);
  return rounds;
}

/** Puts each round of a branch in the row of the source's round that it plays again; later rounds follow. */
export function alignRounds(
  rounds: readonly RoundLines[],
  events: readonly Event[],
  source: readonly RoundLines[],
): (RoundLines | undefined)[] {
  const replayed = new Map(
    events.flatMap(({ kind, round, payload }) =>
      kind === 'round.started' && payload.replays ? [[round, payload.replays.round] as const] : [],
    ),
  );
  const rows: (RoundLines | undefined)[] = [];
  for (const round of rounds) {
    const row = source.findIndex(({ n }) => n === replayed.get(round.n));
    rows[Math.max(row, rows.length)] = round;
  }
  return Array.from(rows);
}

/** Returns the lines that the source has word for word. */
export function findSame(lines: readonly Line[], source: readonly Line[]): ReadonlySet<Line> {
  const left = source.map(writeOut);
  return new Set(
    lines.filter((line) => {
      const at = left.indexOf(writeOut(line));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    }),
  );
}

function writeOut(line: Line): string {
  if (line.type === 'roll') return `${line.actor} ${line.notation} ${line.total}`;
  return `${'actor' in line ? line.actor : line.type} ${'text' in line ? line.text : ''}`;
}

/** Reads the changes of a branch before its first round: fields of the scene, and seqs of edited lines. */
export function readDifference(events: readonly Event[]): { change: ChangeScene; edited: Set<number> } {
  const fork = events.findLastIndex(
    ({ kind, payload }) => kind === 'scene.changed' && payload.forkedFrom !== undefined,
  );
  const change: ChangeScene = {};
  const edited = new Set<number>();
  for (const { kind, payload } of fork < 0 ? [] : events.slice(fork + 1)) {
    if (kind === 'round.started') break;
    if (kind === 'line.edited') edited.add(payload.seq);
    if (kind !== 'scene.changed') continue;
    if (payload.profiles) change.profiles = payload.profiles as ChangeScene['profiles'];
    if (payload.cast) change.characters = { change: payload.cast };
  }
  return { change, edited };
}
