import { sha256 } from '../../base/hash';
import type { Event, EventDraft, EventOf } from '../../contract/events/events';
import { fail, ok, type Result } from '../../contract/problems';
import { MAX_REPLAYED, type ScriptRound } from '../../contract/what-if';
import { DECISIONS } from '../approval';

/** What people did between rounds that a branch repeats. Seats, notes and auto-play belong to the source. */
const REPEATED: ReadonlySet<string> = new Set([
  'scene.changed',
  'dice.rolled',
  'handout.shown',
  'cast.called',
  'line.edited',
  'line.chosen',
  'line.hidden',
  'line.shown',
]);

const isSpoken = (event: Event): event is EventOf<'player.spoke' | 'character.spoke'> =>
  event.kind === 'player.spoke' || event.kind === 'character.spoke';

/** Lines of round `n` with its inputs, oldest first. */
export const linesOfRound = (events: readonly Event[], n: number, inputs: readonly number[]) =>
  events
    .filter((event) => isSpoken(event) && (event.round === n || inputs.includes(event.seq)))
    .map(({ seq, actor }) => ({ seq, actor }));

/** Digest of the lines in some events. Characters that heard the same lines recall the same memories. */
export const digestLines = (events: readonly Event[]): Promise<string> =>
  sha256(
    events
      .flatMap((event) =>
        isSpoken(event) || event.kind === 'line.edited' ? `${event.actor}: ${event.payload.text}` : [],
      )
      .join('\n'),
  );

/**
 * The rounds `from` to `to` of a scene, as a branch plays them again.
 *
 * @param live valid events after the branch's copy of the ledger, up to the end of the last round, oldest first
 * @param later valid events after that, oldest first
 * @param commitsOf names of the steps of a round that stored events after a seq
 * @returns `conflict` if none of the rounds was completed, or there are too many
 */
export async function writeScript(
  { live, later }: { live: readonly Event[]; later: readonly Event[] },
  { from, to }: { from: number; to: number },
  commitsOf: (round: number, seq: number) => string[],
): Promise<Result<ScriptRound[]>> {
  const completed = live.flatMap(({ kind, round = 0 }) =>
    kind === 'round.completed' && round >= from && round <= to ? round : [],
  );
  if (completed.length === 0) {
    const detail = `no round from ${from} on is complete`;
    return fail({ code: 'conflict', detail, fix: 'Choose a completed round as `from`.' });
  }
  if (completed.length > MAX_REPLAYED) {
    const detail = `${completed.length} rounds would be played again; the maximum is ${MAX_REPLAYED}`;
    return fail({ code: 'conflict', detail, fix: 'Choose a later `from` or an earlier `to`.' });
  }
  const script: ScriptRound[] = [];
  const heard: Event[] = [];
  let last = 0;
  for (const round of completed) {
    const start = live.findLast((event) => event.kind === 'round.started' && event.round === round);
    if (start?.kind !== 'round.started') throw new RangeError(`round ${round} has no start`);
    const { inputs, seed, firstStep, startSeq = start.seq } = start.payload;
    const since = last;
    const before = live
      .filter(
        (event) =>
          inputs.includes(event.seq) || (event.seq > since && event.seq < start.seq && isRepeated(event)),
      )
      .flatMap(withoutStatus);
    const own = live.filter((event) => event.round === round);
    heard.push(...before);
    const recall = own.find((event) => event.kind === 'memory.recalled');
    script.push({
      round,
      seed,
      start: { firstStep, seq: startSeq },
      before,
      inputs,
      decisions: own.flatMap(({ seq: _seq, at: _at, ...event }) =>
        DECISIONS.includes(event.kind) ? (event as EventDraft) : [],
      ),
      lines: linesOfRound(live, round, inputs),
      commits: commitsOf(round, startSeq),
      recalled:
        recall?.kind === 'memory.recalled' && recall.payload.failed === undefined
          ? { heard: await digestLines(heard), memories: recall.payload.memories }
          : null,
    });
    heard.push(...own);
    last = start.seq;
  }
  // Lines that were hidden or edited since then stay so.
  const after = [...live, ...later].filter(
    (event) =>
      event.seq > last && event.round === undefined && event.kind.startsWith('line.') && isRepeated(event),
  );
  return ok(script.map((round, i) => (i === script.length - 1 ? { ...round, after } : round)));
}

/** Inputs come with their round, and a model's new text for a line with the round that asked for it. */
const isRepeated = (event: Event): boolean =>
  REPEATED.has(event.kind) && !(event.kind === 'line.edited' && event.payload.by === 'model');

/** A branch has its own title, status and source. */
function withoutStatus(event: Event): Event[] {
  if (event.kind !== 'scene.changed') return [event];
  const { status: _status, title: _title, forkedFrom: _source, ...payload } = event.payload;
  return Object.keys(payload).length > 0 ? [{ ...event, payload }] : [];
}

/**
 * Rewrites an event's references to lines.
 *
 * @param move the new seq of a line; null: the line does not exist
 * @returns null if a line it needs does not exist
 */
export function moveReferences(event: Event, move: (seq: number) => number | null): Event | null {
  switch (event.kind) {
    case 'line.edited':
    case 'line.chosen':
    case 'line.shown': {
      const seq = move(event.payload.seq);
      return seq === null ? null : ({ ...event, payload: { ...event.payload, seq } } as Event);
    }
    case 'line.hidden': {
      const seqs = event.payload.seqs.flatMap((seq) => move(seq) ?? []);
      return seqs.length === 0 ? null : { ...event, payload: { ...event.payload, seqs } };
    }
    case 'round.requested': {
      if (event.payload.line === undefined) return event;
      const line = move(event.payload.line);
      return line === null ? null : { ...event, payload: { ...event.payload, line } };
    }
    default:
      return event;
  }
}
