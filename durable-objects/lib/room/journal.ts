import type { Json } from '../../../src/base/json';
import { sleep } from '../../../src/base/sleep';
import type { Event, EventDraft } from '../../../src/contract/events/events';
import type { OpenRound, RoomState } from '../../../src/room/room-state';
import { checkRow } from '../../../src/room/row-limit';
import { type DecisionRule, RoundFailure } from '../../../src/room/step-context';
import type { LoadedRoom } from './loaded-room';
import type { Reservation } from './meter';
import type { RoomParts } from './parts';
import { PromptLines, readPrompt } from './prompt-lines';
import type { ReplayedCall } from './replay';
import { findPrompt, type StepQuestion, splitIntent } from './step-rows';

/** The round was cancelled, or the room erased, during a step. */
export class RoundCancelledError extends Error {}

interface StepRule<T, D> extends DecisionRule<T, D> {
  /** Result of an interrupted step that must not run again. Absent: run it again. */
  inDoubt?: (() => T) | undefined;
  /** Reserves the step's maximum cost; null if it has none. Not called on replay. An error fails the step. */
  reserve?: () => Promise<Reservation | null>;
}

type JournalParts = Pick<RoomParts, 'ctx' | 'engine' | 'probe' | 'sockets'>;
type JournalRoom = Pick<LoadedRoom<RoomState>, 'ledger' | 'fold' | 'plays'>;

/** After this many interruptions a step fails its round, because the step may be the cause. */
const MAX_LOST_ATTEMPTS = 5;

type StepRow = {
  n: number;
  key: string;
  status: string;
  intent: string;
  prompt: string | null;
  result: string | null;
};

/**
 * The journal of one round: intents and results of its steps, and their commits. After a restart, the round's
 * code runs again on the same journal, which returns finished steps instead of repeating them
 * (docs/internals.md#ledger-and-journal).
 */
export class Journal {
  readonly #parts: JournalParts;
  readonly #room: JournalRoom;
  readonly #open: OpenRound;
  readonly #names: ReadonlySet<string>;
  readonly #done = new Map<string, StepRow>();
  readonly #lost = new Map<string, number>();
  readonly #commits: Map<string, Event[]>;
  readonly #visited = new Set<string>();
  readonly #echoes = new Map<string, Json>();
  /** The first prompt that this journal stored; later ones refer to it. */
  #prompt: PromptLines | null = null;
  /** Receives every event of the round, replayed or new, in the order the code reaches it. */
  readonly #arrive: (events: Event[]) => void;

  constructor(parts: JournalParts, room: JournalRoom, open: OpenRound, arrive: (events: Event[]) => void) {
    this.#parts = parts;
    this.#room = room;
    this.#open = open;
    this.#names = new Set(parts.engine.stepNames);
    this.#arrive = arrive;
    const { sql } = parts.ctx.storage;
    const rows = sql
      .exec<StepRow>(
        'SELECT n, key, status, intent, prompt, result FROM steps WHERE n >= ? AND round = ?',
        open.firstStep,
        open.n,
      )
      .toArray();
    for (const row of rows) {
      const { key, status } = row;
      if (status === 'done') this.#done.set(key, row);
      if (status === 'lost' || status === 'open') this.#lost.set(key, (this.#lost.get(key) ?? 0) + 1);
    }
    // No step runs while a journal is opened, so open intents come from an interrupted process.
    if (rows.some(({ status }) => status === 'open'))
      sql.exec("UPDATE steps SET status = 'lost' WHERE n >= ? AND status = 'open'", open.firstStep);
    if (open.echo) {
      const calls = sql.exec<Pick<StepRow, 'key' | 'result'>>(
        "SELECT key, result FROM steps WHERE n BETWEEN ? AND ? AND round = ? AND kind = 'call' AND status = 'done'",
        open.echo.firstStep,
        open.echo.lastStep,
        open.n,
      );
      for (const row of calls) this.#echoes.set(row.key, JSON.parse(row.result ?? 'null'));
    }
    this.#commits = room.ledger.commitsOfRound(open.n, open.startSeq);
  }

  /**
   * Runs `run` once per round and decides from its result. Stores the intent before, and the result together
   * with the decision's events after. Throws {@link RoundCancelledError} if the round ended meanwhile, {@link
   * RoundFailure} if other code wrote the journal or the step was interrupted too often.
   */
  async step<T extends Json, D>(
    key: string,
    kind: 'call' | 'effect',
    intent: Json,
    run: () => Promise<T> | T,
    { decide, events: eventsOf = () => [], inDoubt, reserve = async () => null, during }: StepRule<T, D>,
  ): Promise<{ decision: D; replayed: boolean }> {
    this.#checkName(key);
    const { storage } = this.#parts.ctx;
    const { ledger } = this.#room;
    const question = splitIntent(kind, intent);
    checkRow(question.prompt?.text ?? question.intent, `the intent of step ${key}`);

    const storedResult = this.#done.get(key);
    if (storedResult) {
      this.#visited.add(key);
      // Steps that run at once must all be asked before the first result changes the state, as in the first run.
      await sleep(0);
      const prompt = storedResult.prompt && readPrompt(storedResult.prompt, findPrompt(storage.sql));
      if (storedResult.intent !== question.intent || prompt !== (question.prompt?.text ?? null))
        throw this.#mismatch(key);
      const decision = decide(JSON.parse(storedResult.result ?? 'null') as T);
      this.#arrive(this.#commits.get(key) ?? []);
      return { decision, replayed: true };
    }
    const lostTries = this.#lost.get(key) ?? 0;
    if (lostTries >= MAX_LOST_ATTEMPTS && !inDoubt) {
      const detail = `step ${key} was interrupted ${MAX_LOST_ATTEMPTS} times`;
      throw new RoundFailure({ code: 'unavailable', detail, retryAfter: 60 }, key);
    }

    await this.#parts.probe(key, 'before');
    this.#checkCurrent();
    const reservation = await reserve();
    let n: number;
    try {
      this.#checkCurrent();
      n = this.#writeIntent(key, kind, question, reservation);
    } catch (error) {
      reservation?.release();
      throw error;
    }
    let decision: D;
    let events: Event[];
    let settlement: { text: string; done(): void } | null = null;
    try {
      await this.#parts.probe(key, 'intent');
      const running = lostTries > 0 && inDoubt ? inDoubt() : run();
      const [result, besides = []] = await Promise.all([running, during?.()]);
      const resultText = checkRow(JSON.stringify(result), `the result of step ${key}`);
      settlement = reservation?.settle(result) ?? null;
      const cost = settlement?.text ?? null;
      const close = (status: string) =>
        storage.sql.exec(
          'UPDATE steps SET status = ?, result = ?, cost = ? WHERE n = ?',
          status,
          resultText,
          cost,
          n,
        );
      if (!this.#room.plays(this.#open)) {
        close('discarded');
        settlement?.done();
        throw new RoundCancelledError();
      }
      decision = decide(result);
      const drafts = [...besides, ...eventsOf(decision)];
      events = storage.transactionSync(() => {
        close('done');
        return ledger.append(drafts, this.#open.n, key, isoNow());
      });
    } catch (error) {
      // An intent left open would block every later call in the outbox.
      const discardOpen = "UPDATE steps SET status = 'discarded' WHERE n = ? AND status = 'open'";
      if (storage.sql.exec(discardOpen, n).rowsWritten > 0) reservation?.forfeit();
      ledger.resetCache();
      throw error;
    }
    settlement?.done();
    this.#publish(events);
    await this.#parts.probe(key, 'after');
    this.#checkCurrent();
    return { decision, replayed: false };
  }

  /** Intent of a finished step, or of the same step of a replayed round; undefined: it has not run. */
  storedIntent(key: string): Json | undefined {
    const intent = this.#done.get(key)?.intent ?? this.#replayed(key)?.intent;
    return intent === undefined ? undefined : JSON.parse(intent);
  }

  /**
   * Result to reuse from an earlier attempt, or from the round of another room that this one plays again;
   * undefined if the call must be made.
   */
  replayedResult(key: string, intent: Json): Json | undefined {
    if (!this.#open.replays) return this.#echoes.get(key);
    const replayed = this.#replayed(key);
    return replayed?.intent === JSON.stringify(intent) ? JSON.parse(replayed.result) : undefined;
  }

  #replayed(key: string): ReplayedCall | null {
    return (this.#open.replays && this.#parts.engine.replay?.call(this.#open.n, key)) ?? null;
  }

  /** True if the replayed round stored events under this name. */
  replaysCommit(key: string): boolean {
    return (
      this.#open.replays !== undefined && (this.#parts.engine.replay?.committed(this.#open.n, key) ?? false)
    );
  }

  holds(key: string): boolean {
    return this.#commits.has(key);
  }

  /**
   * Appends events once per round and returns them. `made` may fetch them, if that is safe to repeat: it runs
   * again after an interruption before they are stored.
   */
  async commit(key: string, made: EventDraft[] | (() => Promise<EventDraft[]>)): Promise<Event[]> {
    this.#checkName(key);
    const storedCommit = this.#commits.get(key);
    if (storedCommit) {
      this.#arrive(storedCommit);
      return storedCommit;
    }
    // A new commit means the code has passed all stored steps. If it skipped one, other code wrote the
    // journal.
    for (const done of this.#done.keys()) if (!this.#visited.has(done)) throw this.#mismatch(done);
    await this.#parts.probe(key, 'before');
    this.#checkCurrent();
    const drafts = typeof made === 'function' ? await made() : made;
    this.#checkCurrent();
    const events = this.#room.ledger.append(drafts, this.#open.n, key, isoNow());
    this.#publish(events);
    await this.#parts.probe(key, 'after');
    return events;
  }

  /**
   * Marks the steps of a failed request as retried, so that a resumed attempt repeats them and counts losses
   * from zero.
   */
  static markRetried(sql: SqlStorage, open: OpenRound, step: string): void {
    sql.exec(
      "UPDATE steps SET status = 'retried' WHERE n >= ? AND round = ? AND status IN ('done', 'lost') AND (key = ? OR substr(key, 1, ?) = ?)",
      open.firstStep,
      open.n,
      step,
      step.length + 1,
      `${step}/`,
    );
  }

  #writeIntent(
    key: string,
    kind: string,
    { intent, prompt }: StepQuestion,
    reservation: Reservation | null,
  ): number {
    const { n } = this.#parts.ctx.storage.sql
      .exec<{ n: number }>(
        `INSERT INTO steps (round, key, kind, status, intent, prompt, started_at, cost)
         VALUES (?, ?, ?, 'open', ?, ?, ?, ?) RETURNING n`,
        this.#open.n,
        key,
        kind,
        intent,
        prompt && this.#prompt ? this.#prompt.refer(prompt.messages, prompt.text) : (prompt?.text ?? null),
        isoNow(),
        reservation?.text ?? null,
      )
      .one();
    if (prompt) this.#prompt ??= new PromptLines(n, prompt.messages);
    return n;
  }

  /** Call after the transaction that stored the events. */
  #publish(events: Event[]): void {
    this.#room.fold(events);
    this.#parts.sockets.broadcast(events);
    this.#arrive(events);
  }

  #checkCurrent(): void {
    if (!this.#room.plays(this.#open)) throw new RoundCancelledError();
  }

  #checkName(key: string): void {
    const name = key.split(/[:/]/, 1)[0] ?? '';
    if (!this.#names.has(name)) throw new TypeError(`step ${key} is not registered`);
  }

  #mismatch(key: string): RoundFailure {
    const detail = `the journal of round ${this.#open.n} does not match this code at step ${key}`;
    const fix = 'Retry the round: it starts over from its inputs.';
    return new RoundFailure({ code: 'conflict', detail, fix }, key, 'restart');
  }
}

const isoNow = (): string => new Date().toISOString();
