import type { DraftOf, Event, EventDraft, PayloadOf } from '../../../src/contract/events/events';
import { fail, ok, type Result } from '../../../src/contract/problems';
import type { OpenRound, RoomState } from '../../../src/room/room-state';
import { readStarted } from '../../../src/room/rounds';
import type { RoomEngine } from './engine';
import type { RoomParts } from './parts';
import type { ReplayRound } from './replay';

type StartedRound = Pick<OpenRound, 'n' | 'attempt' | 'inputSeq' | 'inputs' | 'seed' | 'echo' | 'replays'>;

type RoundMark =
  | 'round.started'
  | 'turn.started'
  | 'round.failed'
  | 'turn.failed'
  | 'round.rolledback'
  | 'budget.exhausted';

export const markRound = <K extends RoundMark>(
  { unit }: Pick<RoomEngine<RoomState>, 'unit'>,
  kind: K,
  n: number,
  payload: PayloadOf<K>,
): DraftOf<K> => ({ kind, actor: 'system', [unit]: n, payload });

/** Stores no events. */
export class RoundStarter<S extends RoomState> {
  readonly #parts: RoomParts<S>;
  readonly #engine: RoomEngine<S>;

  constructor(parts: RoomParts<S>) {
    this.#parts = parts;
    this.#engine = parts.engine;
  }

  /** @param head seq of the last event before the round */
  startRound(state: S, inputs: number[], head: number): EventDraft {
    const n = state.rounds + 1;
    const seed = `${this.#engine.seed(state)}/${n}`;
    return this.#started(state, { n, attempt: 0, inputSeq: inputs.at(-1) ?? head, inputs, seed }, null);
  }

  /** Returns the drafts, followed by due events and the start of the next round if it can start. */
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
    const replayed = this.#engine.replay?.next(state);
    if (replayed) return [...all, ...this.#startReplay(state, replayed, seq, at)];
    const due = this.#engine.due?.(state) ?? [];
    fold(due);
    all.push(...due);
    const inputs = this.#engine.next(state);
    if (!inputs) return all;
    const opening = this.#engine.opening?.(state, inputs) ?? [];
    fold(opening);
    return [...all, ...opening, this.startRound(state, inputs, seq)];
  }

  #startReplay(before: S, round: ReplayRound, head: number, at: string): EventDraft[] {
    const { seed, replays } = round;
    const inputs = round.inputs.map((position) => head + 1 + position);
    const state = this.#fold(before, round.before, head, at) ?? before;
    const opening = this.#engine.opening?.(state, inputs) ?? [];
    const open = { n: before.rounds + 1, attempt: 0, inputSeq: inputs.at(-1) ?? head, inputs, seed, replays };
    return [...round.before, ...opening, this.#started(state, open, null), ...round.decisions];
  }

  /**
   * Returns the drafts, and a new start of the open round's attempt if their input joins it.
   *
   * @param eventsOf the events of a round
   */
  join(before: S, drafts: EventDraft[], eventsOf: (n: number) => Event[], at: string): EventDraft[] {
    const state = this.#fold(before, drafts, before.head, at);
    if (!state?.open) return drafts;
    const inputs = this.#engine.join?.(state, eventsOf(state.open.n), Date.parse(at));
    if (!inputs) return drafts;
    const inputSeq = inputs.at(-1) ?? state.open.inputSeq;
    const open = { ...state.open, attempt: state.open.attempt - 1, inputs, inputSeq };
    return [...drafts, this.#started(state, open, null)];
  }

  /**
   * Retries round `n`. A failed round resumes after its last finished step, or restarts if the code has
   * changed. A finished last round restarts with another seed, if the engine allows it.
   *
   * @param eventsOf the events of a round
   * @param extra events to store before the start of a failed round
   * @returns `conflict` if the round cannot be played again
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

  #again(state: S, n: number, eventsOf: (n: number) => Event[]): Result<EventDraft[]> {
    const { unit } = this.#engine;
    const [start] = this.#engine.again?.(state, n)
      ? eventsOf(n)
          .filter((event) => event.kind === 'round.started' || event.kind === 'turn.started')
          .slice(-1)
      : [];
    if (!start) {
      const detail = `${unit} ${n} has not failed, or a later one has started`;
      const fix = 'See `failed` of the room for what can be retried.';
      return fail({ code: 'conflict', detail, fix });
    }
    const open = readStarted(start);
    // The same seed would repeat the dice rolls, and the understudy's lines.
    const seed = `${open.seed.split('~')[0]}~${open.attempt + 1}`;
    const { echo: _, replays: __, ...begun } = open;
    return ok([this.#undo(open), this.#started(state, { ...begun, seed }, null)]);
  }

  /**
   * Switches the finished last round to one of its earlier attempts by replaying that attempt's answers.
   *
   * @param attempt a completed attempt
   * @param events all events of the round
   * @returns `conflict` if there is no choice, `not_found` if there was no such attempt
   */
  chooseTry(state: S, n: number, attempt: number, events: readonly Event[]): Result<EventDraft[]> {
    const again = this.#again(state, n, () => [...events]);
    if (!again.ok) return again;
    const starts = events.filter((event) => event.kind === 'round.started');
    const at = starts.findLastIndex(({ payload }) => payload.attempt === attempt && !payload.echo);
    const [start, next, last] = [starts[at], starts[at + 1], starts.at(-1)];
    const end = next?.seq ?? Number.POSITIVE_INFINITY;
    const isWhole = events.some(
      ({ kind, seq }) => kind === 'round.completed' && start && seq > start.seq && seq < end,
    );
    if (!start || !last || !isWhole) return fail({ code: 'not_found', what: 'try', id: String(attempt) });
    if (!next || last.payload.echo?.attempt === attempt) {
      const detail = `attempt ${attempt} of round ${n} is already the current one`;
      return fail({ code: 'conflict', detail, fix: 'Choose another attempt, or retry the round.' });
    }
    const { firstStep, seed } = start.payload;
    const echo = { attempt, firstStep, lastStep: next.payload.firstStep - 1 };
    const open = readStarted(last);
    const from = start.payload.startSeq ?? start.seq;
    const used = events
      .filter(({ kind, seq }) => this.#engine.attemptInputs?.includes(kind) && seq > from && seq < end)
      .map(({ seq: _seq, at: _at, ...event }) => event as EventDraft);
    return ok([this.#undo(open), this.#started(state, { ...open, seed, echo }, null), ...used]);
  }

  #undo({ n, startSeq, attempt }: OpenRound): EventDraft {
    return markRound(this.#engine, 'round.rolledback', n, { fromSeq: startSeq, attempt });
  }

  /** Folds drafts before they are stored, with the seqs they will get. */
  #fold(before: S | null, drafts: readonly EventDraft[], head: number, at: string): S | null {
    return drafts.reduce<S | null>(
      (state, draft, i) => this.#engine.reduce(state, { seq: head + 1 + i, at, audience: ['*'], ...draft }),
      before,
    );
  }

  #started(state: S, open: StartedRound, resumed: OpenRound | null): EventDraft {
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
      ...(open.replays && { replays: open.replays }),
    };
    return this.#engine.setOffBy
      ? markRound(this.#engine, 'turn.started', open.n, { ...start, by: this.#engine.setOffBy(state) })
      : markRound(this.#engine, 'round.started', open.n, start);
  }
}
