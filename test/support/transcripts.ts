import type { Event } from '../../src/contract/events/events';
import { fieldsOf } from './loose-events';

/** Invariants of the events that clients receive. Each function returns violations in words. */

/** A line acknowledged to a client. */
export interface Acknowledged {
  /** Unique. */
  text: string;
  /** From the acknowledgment. */
  inputSeq: number;
}

/** The ledger is numbered 1, 2, 3 … for every reader. */
export const checkNumbers = (ledger: readonly Event[]): string[] => {
  const at = ledger.findIndex((event, i) => event.seq !== i + 1);
  return at < 0 ? [] : [`the ledger has ${ledger[at]?.seq} in place ${at + 1}`];
};

/**
 * A person's socket messages equal that person's ledger: without losses, duplicates, reordering or
 * differences.
 *
 * @param heard in order of arrival, from all its sockets
 * @param page the person's events from `GET …/events`
 */
export function compareTranscript(heard: readonly Event[], page: readonly Event[]): string[] {
  const wrong: string[] = [];
  const falls = heard.findIndex((event, i) => i > 0 && event.seq <= (heard[i - 1]?.seq ?? 0));
  if (falls > 0) wrong.push(`${heard[falls]?.seq} came after ${heard[falls - 1]?.seq}`);
  const written = new Map(page.map((event) => [event.seq, JSON.stringify(event)]));
  const came = new Map<number, string>();
  for (const event of heard) {
    const text = JSON.stringify(event);
    const other = written.get(event.seq);
    if (other === undefined) wrong.push(`${event.seq} (${event.kind}) came, and is not in the ledger`);
    else if (other !== text)
      wrong.push(`${event.seq} (${event.kind}) came otherwise than it is in the ledger`);
    if (came.has(event.seq)) wrong.push(`${event.seq} (${event.kind}) came twice`);
    came.set(event.seq, text);
  }
  for (const { seq, kind } of page) if (!came.has(seq)) wrong.push(`${seq} (${kind}) never came`);
  return wrong;
}

/**
 * A seat sees exactly the events that it may see. Implemented independently from docs/people.md, so that the
 * rule does not test itself.
 *
 * @param ledger as the owner reads it
 */
export function checkSight(
  page: readonly Event[],
  ledger: readonly Event[],
  { seat, persona }: { seat: string | null; persona: string | null },
): string[] {
  const meant = new Set(['*', seat ?? 'owner', ...(persona === null ? [] : [`persona:${persona}`])]);
  const due = ledger.filter(({ audience }) => audience.some((who) => meant.has(who))).map(({ seq }) => seq);
  const got = new Set(page.map(({ seq }) => seq));
  return [
    ...due.filter((seq) => !got.has(seq)).map((seq) => `${seq} is hidden from whom it is for`),
    ...[...got].filter((seq) => !due.includes(seq)).map((seq) => `${seq} is shown to whom it is not for`),
  ];
}

/**
 * Every acknowledged line is in the ledger once, at its acknowledged seq. No other line is duplicated (test
 * texts are unique).
 */
export function checkLines(ledger: readonly Event[], lines: readonly Acknowledged[]): string[] {
  const places = new Map<string, number[]>();
  for (const { kind, seq, payload } of ledger) {
    if ((kind !== 'player.spoke' && kind !== 'note.written') || typeof payload.text !== 'string') continue;
    places.set(payload.text, [...(places.get(payload.text) ?? []), seq]);
  }
  const twice = [...places].filter(([, found]) => found.length > 1);
  return [
    ...twice.map(([text, found]) => `"${text}" is there ${found.length} times, at ${found.join(', ')}`),
    ...lines.flatMap(({ text, inputSeq }) => {
      const [found] = places.get(text) ?? [];
      return found === inputSeq
        ? []
        : [`"${text}", acknowledged as ${inputSeq}, is at ${found ?? 'no place'}`];
    }),
  ];
}

/**
 * Exactly one completed round, or one failed round without retry, answers every input that requests a round;
 * rounds do not overlap or stay open; no line comes after the end of its round.
 */
export function checkRounds(ledger: readonly Event[]): string[] {
  const wrong: string[] = [];
  const inputs = new Map<number, number[]>();
  const endings = new Map<number, Event['kind']>();
  const completions = new Map<number, number>();
  let open: number | null = null;
  let hasSpoken = false;
  for (const { kind, seq, round = 0, payload } of ledger) {
    if (kind === 'round.started') {
      const joined = readNumbers(payload.inputs);
      // Before anyone spoke, a round may begin again with lines that joined it.
      const isJoin =
        open === round && !hasSpoken && (inputs.get(round) ?? []).every((input) => joined.includes(input));
      if (open !== null && !isJoin) wrong.push(`round ${round} began at ${seq}, while ${open} was played`);
      open = round;
      hasSpoken = false;
      inputs.set(round, joined);
    } else if (kind === 'round.completed' || kind === 'round.failed' || kind === 'round.cancelled') {
      if (open !== round) wrong.push(`${kind} ${round} at ${seq}, while it was not played`);
      open = null;
      endings.set(round, kind);
      if (kind === 'round.completed') completions.set(round, (completions.get(round) ?? 0) + 1);
    } else if (kind === 'character.spoke' && round > 0) {
      hasSpoken = true;
      if (open !== round) wrong.push(`somebody spoke at ${seq} in round ${round}, which was not played`);
    }
  }
  if (open !== null) wrong.push(`round ${open} is still open`);
  for (const [round, times] of completions)
    if (times > 1) wrong.push(`round ${round} was completed ${times} times`);
  for (const { kind, seq, payload } of ledger) {
    if (kind !== 'player.spoke' && kind !== 'round.requested') continue;
    const rounds = [...inputs].filter(([, named]) => named.includes(seq)).map(([round]) => round);
    // The cast does not answer whispers among players.
    const due =
      fieldsOf(payload).whisper === true && Array.isArray(payload.to) && payload.to.length === 0 ? 0 : 1;
    if (rounds.length !== due)
      wrong.push(`input ${seq} is answered by ${rounds.length} rounds, not by ${due}`);
  }
  for (const [round] of inputs) if (!endings.has(round)) wrong.push(`round ${round} never ended`);
  return wrong;
}

/**
 * A hidden line is revealed once, after it was stored and before the first start of its round; without a
 * round it stays hidden.
 */
export function checkRevealed(ledger: readonly Event[]): string[] {
  const told = new Map<number, number[]>();
  const started = new Map<number, number>();
  for (const { kind, seq, payload } of ledger) {
    if (kind === 'line.revealed') {
      const line = Number(payload.seq);
      told.set(line, [...(told.get(line) ?? []), seq]);
    }
    if (kind !== 'round.started') continue;
    for (const input of readNumbers(payload.inputs)) if (!started.has(input)) started.set(input, seq);
  }
  const hidden = ledger.filter(({ kind, payload }) => kind === 'player.spoke' && payload.hidden === true);
  const known = new Set(hidden.map(({ seq }) => seq));
  return [
    ...[...told.keys()].filter((line) => !known.has(line)).map((line) => `${line} was told, and not hidden`),
    ...hidden.flatMap(({ seq }) => {
      const at = told.get(seq) ?? [];
      const start = started.get(seq);
      if (start === undefined) return at.length === 0 ? [] : [`${seq} was told before any round`];
      if (at.length !== 1) return [`${seq}, which was hidden, was told ${at.length} times`];
      const [once = 0] = at;
      return once > seq && once < start ? [] : [`${seq} was told at ${once}; its round began at ${start}`];
    }),
  ];
}

const readNumbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
