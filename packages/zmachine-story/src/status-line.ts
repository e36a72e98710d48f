import type { Machine } from './machine';
import { byteAt, HEADER, signed, wordAt } from './memory';
import { globalAt } from './names';
import { COLUMNS } from './screen';

export interface Status {
  room: string;
  score: number | null;
  moves: number | null;
  /** 24-hour time: `9:05`, `14:30`. */
  time: string | null;
}

/** Status of a version 3 story: globals 0, 1 and 2, with the time instead of the score if its header says so. @internal */
export function readStatus({ memory, objects }: Machine): Status {
  const global = (number: number): number => wordAt(memory, globalAt(memory, number));
  const isTime = (byteAt(memory, HEADER.flags1) & 2) !== 0;
  const [first, second] = [signed(global(1)), global(2)];
  return {
    room: objects.name(global(0)),
    score: isTime ? null : first,
    moves: isTime ? null : second,
    time: isTime ? `${first}:${String(second).padStart(2, '0')}` : null,
  };
}

/** Formats the status line for display. */
export function writeStatus({ room, score, moves, time }: Status): string {
  const right = time === null ? `Score: ${score}  Moves: ${moves}` : `Time: ${time}`;
  const width = Math.max(COLUMNS - right.length - 1, 0);
  return `${` ${room}`.slice(0, width).padEnd(width)} ${right}`;
}

/** A time before the room's name. */
const LEADING_TIME = /^\s*(?:time:?\s*)?\d{1,2}:\d{2}\s*(?:[ap]\.?m\.?)?(?=\s|$)/i;

/** Parses the status that a later story drew itself, from the first lines of the upper window. */
export function parseStatus(upper: readonly string[]): Status {
  const [line = ''] = upper.filter((one) => one.trim() !== '');
  const all = upper.slice(0, 3).join('  ');
  const number = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
  const scoreMatch = /score:?\s*(-?\d+)/i.exec(all);
  const turns = /(?:moves|turns?|move):?\s*(\d+)/i.exec(all);
  const pair = /(?:^|\s)(-?\d+)\s?\/\s?(\d+)\s*$/.exec(line);
  const time = /\b(\d{1,2}):(\d{2})\s*([ap])?\.?m?\b/i.exec(all);
  const [room = ''] = line
    .replace(LEADING_TIME, '')
    .trim()
    .split(/\s{2,}|\s+(?:score|moves|turns?|time)\b/i);
  return {
    room: room.replace(/\s+-?\d+\s?\/\s?\d+$/, '').trim(),
    score: number(scoreMatch?.[1] ?? pair?.[1]),
    moves: number(turns?.[1] ?? (scoreMatch ? undefined : pair?.[2])),
    time: time && !scoreMatch && !pair ? hours(time) : null,
  };
}

function hours([, hour = '0', minutes = '00', half]: RegExpExecArray): string {
  const h = Number(hour);
  if (half === undefined) return `${h}:${minutes}`;
  return `${(h % 12) + (half.toLowerCase() === 'p' ? 12 : 0)}:${minutes}`;
}

export const NO_STATUS: Status = { room: '', score: null, moves: null, time: null };
