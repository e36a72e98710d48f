import type { DraftOf, Event, EventDraft, PayloadOf } from '../../../src/contract/events/events';
import { fail, ok, type Result } from '../../../src/contract/problems';
import type { OpenRound, RoomState } from '../../../src/room/room-state';
import { readStarted } from '../../../src/room/rounds';
import type { RoomEngine } from './engine';
import type { RoomParts } from './parts';

type Begun = Pick<OpenRound, 'n' | 'attempt' | 'inputSeq' | 'inputs' | 'seed' | 'echo'>;

/** What can be said about a round (or turn) by an event of the room itself. */
type RoundMark =
  | 'round.started'
  | 'turn.started'
  | 'round.failed'
  | 'turn.failed'
  | 'round.rolledback'
  | 'budget.exhausted';

/** An event of the room about a round (or turn). */
export const markRound = <K extends RoundMark>(
  { unit }: Pick<RoomEngine<RoomState>, 'unit'>,
  kind: K,
  n: number,
  payload: PayloadOf<K>,
): DraftOf<K> => ({ kind, actor: 'system', [unit]: n, payload });

/** Makes the events with which rounds begin, and begin again. It stores nothing. */
export class RoundStarter<S extends RoomState> {
  readonly #parts: RoomParts<S>;
  readonly #engine: RoomEngine<S>;

  constructor(parts: RoomParts<S>) {
    this.#parts = parts;
    this.#engine = parts.engine;
  }

  /** The next round, as `inputs` have it; `head` is the seq of the last event before. */
  begin(state: S, inputs: number[], head: number): EventDraft {
    const n = state.rounds + 1;
    const seed = `${this.#engine.seed(state)}/${n}`;
    return this.#started(state, { n, attempt: 0, inputSeq: inputs.at(-1) ?? head, inputs, seed }, null);
  }

  /** These events, and after them what is due, and the start of the round that can begin with them. */
  follow(before: S | null, drafts: EventDraft[], head: number, at: string): EventDraft[] {
    let state = before;
    let seq = head;
    const all = [...drafts];
    const fold = (more: readonly EventDraft[]) => {
      state = this.#fold(state, more, seq, at);
      seq += more.length;
    };
    fold(drafts);
    if (!state || state.open) return all;
    const due = this.#engine.due?.(state) ?? [];
    fold(due);
    all.push(...due);
    const inputs = this.#engine.next(state);
    if (!inputs) return all;
    const opening = this.#engine.opening?.(state, inputs) ?? [];
    fold(opening);
    return [...all, ...opening, this.begin(state, inputs, seq)];
  }

  /**
   * Round `n` once more. One that failed goes on from its last finished step, or begins anew when the code has changed;
   * the last one, when it is over, begins anew with another seed, if the engine lets it.
   *
   * @param eventsOf the events of a round
   * @param extra what comes before the start of one that failed
   * @returns `conflict` when that round can't be played again
   */
  retry(
    state: S,
    n: number,
    { eventsOf, extra, at }: { eventsOf: (n: number) => Event[]; extra: EventDraft[]; at: string },
  ): Result<EventDraft[]> {
    const { failed } = state;
    if (!failed || failed.open.n !== n) return this.#again(state, n, eventsOf);
    const resumes = failed.retry === 'resume' && failed.open.version === this.#parts.version;
    const rollback = resumes || !this.#engine.rollsBack ? [] : [this.#undo(failed.open)];
    const nextState = this.#fold(state, extra, state.head, at) ?? state;
    return ok([...extra, ...rollback, this.#started(nextState, failed.open, resumes ? failed.open : null)]);
  }

  /** The last round, which is over, begins anew. */
  #again(state: S, n: number, eventsOf: (n: number) => Event[]): Result<EventDraft[]> {
    const { unit } = this.#engine;
    const [start] = this.#engine.again?.(state, n)
      ? eventsOf(n)
          .filter((event) => event.kind === 'round.started' || event.kind === 'turn.started')
          .slice(-1)
      : [];
    if (!start) {
      const detail = `${unit} ${n} has not failed, or another one has started since`;
      const fix = `read the room: its \`failed\` field names what can be retried`;
      return fail({ code: 'conflict', detail, fix });
    }
    const open = readStarted(start);
    // The same seed would give the same dice, and the understudy the same words.
    const seed = `${open.seed.split('~')[0]}~${open.attempt + 1}`;
    const { echo: _, ...begun } = open;
    return ok([this.#undo(open), this.#started(state, { ...begun, seed }, null)]);
  }

  /**
   * The last round, which is over, as an earlier try of it was: that one is played again, and what it was answered is given
   * anew.
   *
   * @param attempt one that came to its end
   * @param events of the round
   * @returns `conflict` when there is nothing to choose, `not_found` when there was no such try
   */
  chooseTry(state: S, n: number, attempt: number, events: readonly Event[]): Result<EventDraft[]> {
    const again = this.#again(state, n, () => [...events]);
    if (!again.ok) return again;
    const starts = events.filter((event) => event.kind === 'round.started');
    const at = starts.findIndex(({ payload }) => payload.attempt === attempt && !payload.echo);
    const [start, next, last] = [starts[at], starts[at + 1], starts.at(-1)];
    const end = next?.seq ?? Number.POSITIVE_INFINITY;
    const isWhole = events.some(
      ({ kind, seq }) => kind === 'round.completed' && start && seq > start.seq && seq < end,
    );
    if (!start || !last || !isWhole) return fail({ code: 'not_found', what: 'try', id: String(attempt) });
    if (!next || last.payload.echo?.attempt === attempt) {
      const detail = `try ${attempt} of round ${n} is the one that counts`;
      return fail({ code: 'conflict', detail, fix: 'choose another one, or play the round anew' });
    }
    const { firstStep, seed } = start.payload;
    const echo = { attempt, firstStep, lastStep: next.payload.firstStep - 1 };
    const open = readStarted(last);
    return ok([this.#undo(open), this.#started(state, { ...open, seed, echo }, null)]);
  }

  #undo({ n, startSeq, attempt }: OpenRound): EventDraft {
    return markRound(this.#engine, 'round.rolledback', n, { fromSeq: startSeq, attempt });
  }

  /** The room with these events: their numbers are known before they are written, and a start names such numbers. */
  #fold(before: S | null, drafts: readonly EventDraft[], head: number, at: string): S | null {
    return drafts.reduce<S | null>(
      (state, draft, i) => this.#engine.reduce(state, { seq: head + 1 + i, at, audience: ['*'], ...draft }),
      before,
    );
  }

  #started(state: S, open: Begun, resumed: OpenRound | null): EventDraft {
    const { sql } = this.#parts.ctx.storage;
    const lastStep = sql.exec<{ n: number | null }>('SELECT max(n) AS n FROM steps').one().n ?? 0;
    const start: PayloadOf<'round.started'> = {
      n: open.n,
      attempt: open.attempt + 1,
      version: this.#parts.version,
      inputSeq: open.inputSeq,
      inputs: open.inputs,
      seed: open.seed,
      firstStep: resumed?.firstStep ?? lastStep + 1,
      ...(resumed ? { startSeq: resumed.startSeq } : {}),
      ...(open.echo && { echo: open.echo }),
    };
    return this.#engine.setOffBy
      ? markRound(this.#engine, 'turn.started', open.n, { ...start, by: this.#engine.setOffBy(state) })
      : markRound(this.#engine, 'round.started', open.n, start);
  }
}
