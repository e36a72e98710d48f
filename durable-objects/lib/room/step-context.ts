import type { Json } from '../../../src/base/json';
import { sleep } from '../../../src/base/sleep';
import { describeExhausted, exhaustedFailure } from '../../../src/billing/exhausted';
import type { Event, EventDraft } from '../../../src/contract/events/events';
import { liveEvents } from '../../../src/contract/events/fold/undone';
import type { OpenRound, RoomState } from '../../../src/room/room-state';
import { recentItems } from '../../../src/room/rounds';
import {
  type Answer,
  type Ask,
  type CallIntent,
  type CallPort,
  type CallResult,
  type CallSize,
  type DecisionRule,
  type EarlyRule,
  RoundFailure,
  type StepContext,
} from '../../../src/room/step-context';
import { DeltaJoiner } from './delta-joiner';
import { Journal, RoundCancelledError } from './journal';
import type { LoadedRoom } from './loaded-room';
import type { Reservation } from './meter';
import type { RoomParts } from './parts';
import { markRound } from './round-starter';
import { traceRoom } from './trace-provider';

/** The event ends the run, so its round needs no retry. */
export const isRunEnd = ({ kind }: EventDraft): boolean => kind === 'run.finished';

export class RoundStepContext<S extends RoomState> implements StepContext<S> {
  readonly seed: string;
  readonly #parts: RoomParts<S>;
  readonly #room: LoadedRoom<S>;
  readonly #open: OpenRound;
  readonly #journal: Journal;
  /** Aborts the round's calls when the round ends. */
  readonly #signal: AbortSignal;
  /** Aborts its calls that give way when the next input is due. */
  readonly #due: AbortSignal;
  #state: S;
  /** Settles with the call whose answer is being read early, if there is one. */
  #openEarly: Promise<unknown> | null = null;
  readonly #played: Event[] = [];
  readonly #deltas: DeltaJoiner;

  constructor(parts: RoomParts<S>, room: LoadedRoom<S>, open: OpenRound) {
    this.#parts = parts;
    this.#room = room;
    this.#open = open;
    this.seed = open.seed;
    // Play on the state at the round's start, ignoring later inputs.
    this.#state = room.atStart(open);
    this.#journal = new Journal(parts, room, open, (events) => this.arrive(events));
    const { gone, due } = room.roundSignals(open);
    this.#signal = gone;
    this.#due = AbortSignal.any([gone, due]);
    this.#deltas = new DeltaJoiner({
      send: (delta) => {
        // Drop deltas of a cancelled round.
        if (room.plays(open)) parts.sockets.broadcastTransient({ ...delta, at: new Date().toISOString() });
      },
      later: (run, ms) => void setTimeout(run, ms),
    });
  }

  get state(): S {
    return this.#state;
  }

  live(): S {
    return this.#room.state;
  }

  /** Called by the journal for each event the round's code reaches. */
  arrive(events: Event[]): void {
    for (const event of events) {
      this.#state = this.#parts.engine.reduce(this.#state, event);
      this.#played.push(event);
    }
  }

  async ask<T, D>(
    step: string,
    request: Ask<T>,
    { decide, events, ...besides }: DecisionRule<Answer<T>, D, RoundFailure>,
  ): Promise<D> {
    const journal = this.#journal;
    traceRoom(request.brief, this.#state.id);
    const port: CallPort = {
      tenant: this.#room.address.tenant,
      signal: request.givesWay ? this.#due : this.#signal,
      storedIntent: (key) => journal.storedIntent(key) as unknown as CallIntent | undefined,
      call: (key, intent, run, { early, ...rule }, size) => {
        // The understudy answers immediately; early reading would only slow it down.
        const isAside = intent.provider !== 'understudy';
        const echo = journal.replayedResult(key, intent as unknown as Json);
        const isEarly = echo === undefined || (early && journal.replaysCommit(early.step));
        const earlyAnswer = early && isAside && isEarly ? new EarlyAnswer(early) : null;
        const answer = journal.step(
          key,
          'call',
          intent as unknown as Json,
          async () => {
            if (echo !== undefined) {
              await earlyAnswer?.read((echo as { raw?: string }).raw ?? '');
              return cloneAnswer(echo);
            }
            try {
              return (await run(earlyAnswer?.hear)) as unknown as Json;
            } finally {
              earlyAnswer?.end();
              this.#deltas.end(key);
            }
          },
          {
            ...rule,
            decide: (raw) => rule.decide(raw as unknown as CallResult),
            // Concurrent calls keep their order: don't add an await here unless needed.
            reserve: () => {
              if (echo !== undefined) return Promise.resolve(null);
              return this.#openEarly && !earlyAnswer
                ? this.#reserve(intent, size)
                : this.#keepBack(intent, size);
            },
            // `during` delays the request of the call until it yields.
            ...(rule.during && isAside && { during: () => sleep(0).then(rule.during) }),
            ...(earlyAnswer && { during: () => this.#beside(earlyAnswer, rule.during) }),
          },
        );
        return earlyAnswer ? this.#track(answer) : answer;
      },
    };
    const { speaker } = request;
    if (speaker) {
      const { actor, audience = ['*'] } = speaker;
      const round = this.#open.n;
      port.onText = (call, text, part) => {
        const payload = { text, step: call, part };
        this.#deltas.push({ kind: 'character.delta', actor, audience, round, payload });
      };
    }
    // On replay, an early start that was stored continues: don't start it or fetch its events again.
    const { early } = besides;
    const hasBegun = early !== undefined && journal.holds(early.step);
    if (hasBegun) early.begin(await journal.commit(early.step, []));
    const salt = this.#open.replays && this.#parts.engine.replay?.salt;
    const brief = salt ? { ...request.brief, seed: request.brief.seed + salt } : request.brief;
    const decision = await this.#parts.deps.gateway.ask(
      port,
      step,
      { ...request, brief },
      {
        decide,
        events: (made) => (made instanceof RoundFailure ? [] : (events?.(made) ?? [])),
        ...(!hasBegun && besides),
      },
    );
    if (decision instanceof RoundFailure) throw decision;
    return decision;
  }

  async #track<T>(call: Promise<T>): Promise<T> {
    this.#openEarly = call.catch(() => {});
    try {
      return await call;
    } finally {
      this.#openEarly = null;
    }
  }

  /**
   * Reserves a call's cost. An open call that is being read early holds more than it will use, so if the
   * budget is short, wait for that call to end and try again.
   */
  async #reserve(intent: CallIntent, size: CallSize): Promise<Reservation | null> {
    try {
      return await this.#keepBack(intent, size);
    } catch (error) {
      if (!this.#openEarly) throw error;
      await this.#openEarly;
      return this.#keepBack(intent, size);
    }
  }

  /**
   * Reserves a call's cost. Throws if a budget is spent: the round fails, and resumes once the budget was
   * raised.
   */
  async #keepBack(intent: CallIntent, size: CallSize): Promise<Reservation | null> {
    const { engine, deps } = this.#parts;
    const { meter, address, state } = this.#room;
    const seat = engine.seat?.(state) ?? null;
    const reservation = await meter.reserve(intent, size, seat);
    if (reservation.ok) return reservation.value;
    if (reservation.ok === false) throw new RoundFailure(reservation.failure, '');
    const at = { room: address.id, tenant: address.tenant, seat, currency: deps.prices.currency };
    const failure = new RoundFailure(exhaustedFailure(reservation.shortage, at), '');
    const payload = describeExhausted(reservation.shortage, at);
    const follows = engine.onExhausted?.(this.#room.state, reservation.shortage) ?? [];
    const mark = markRound(engine, 'budget.exhausted', this.#open.n, payload);
    failure.also = follows.some(isRunEnd) ? follows : [{ ...mark, audience: ['owner'] }, ...follows];
    throw failure;
  }

  /**
   * Fetches the `during` events and commits early events of the answer, unless the full answer has arrived by
   * then.
   */
  async #beside(
    answer: EarlyAnswer,
    during: (() => Promise<EventDraft[]>) | undefined,
  ): Promise<EventDraft[]> {
    await sleep(0);
    const besides = (await during?.()) ?? [];
    const events = await answer.events;
    if (events === null || answer.isOver) return besides;
    const { step, begin } = answer.rule;
    try {
      begin(await this.#journal.commit(step, [...besides, ...events]));
    } catch (error) {
      // The call continues, and its late result is stored.
      if (!(error instanceof RoundCancelledError)) throw error;
    } finally {
      answer.begin();
    }
    return [];
  }

  async effect<T extends Json>(
    step: string,
    input: Json,
    run: () => Promise<T> | T,
    events?: (result: T) => EventDraft[],
    inDoubt?: () => T,
  ): Promise<T> {
    const rule = { decide: (result: T) => result, events, inDoubt };
    return (await this.#journal.step(step, 'effect', input, run, rule)).decision;
  }

  commit(step: string, made: EventDraft[] | (() => Promise<EventDraft[]>)): Promise<Event[]> {
    return this.#journal.commit(step, made);
  }

  recent(kinds: Event['kind'][], limit: number): Event[] {
    return recentItems(this.past(), kinds, limit);
  }

  past(): Iterable<Event> {
    return liveEvents(this.#room.ledger.walkBack(this.#open.startSeq - 1));
  }

  played(): Event[] {
    return [...this.#played];
  }
}

/** Reuses an earlier call's result at no cost. */
function cloneAnswer(result: Json): Json {
  const { usage: _, notes = [], latencyMs: __, backoffMs: ___, ...rest } = result as unknown as CallResult;
  const again: CallResult = {
    ...rest,
    ...{ usage: { promptTokens: 0, completionTokens: 0 }, latencyMs: 0, backoffMs: 0 },
    notes: [...notes, 'reused the answer of an earlier attempt, without a model call'],
  };
  return again as unknown as Json;
}

class EarlyAnswer {
  readonly rule: EarlyRule;
  /** Events produced before the answer ended; null: none. */
  readonly events: Promise<EventDraft[] | null>;
  isOver = false;
  #isRead = false;
  /** To be called once the early events are stored. */
  begin: () => void = () => {};
  #settle: (events: EventDraft[] | null) => void = () => {};
  readonly #begun = new Promise<void>((resolve) => {
    this.begin = resolve;
  });

  constructor(rule: EarlyRule) {
    this.rule = rule;
    this.events = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  hear = (chunk: string): void => {
    if (this.#isRead || this.isOver) return;
    const events = this.rule.read(chunk);
    if (events === null) return;
    this.#isRead = true;
    this.#settle(events);
  };

  /** Reads a whole stored answer; resolves once its early events are stored. */
  async read(answer: string): Promise<void> {
    this.hear(answer);
    if (this.#isRead) await this.#begun;
    this.end();
  }

  end(): void {
    this.isOver = true;
    this.#settle(null);
  }
}
