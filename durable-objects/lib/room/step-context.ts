import type { Json } from '../../../src/base/json';
import { sleep } from '../../../src/base/sleep';
import { describeExhausted, exhaustedFailure } from '../../../src/billing/exhausted';
import type { Event, EventDraft } from '../../../src/contract/events/events';
import { liveEvents } from '../../../src/contract/events/fold/undone';
import type { OpenRound, RoomState } from '../../../src/room/room-state';
import { takeRecent } from '../../../src/room/rounds';
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
import { Journal, RoundGone } from './journal';
import type { LoadedRoom } from './loaded-room';
import type { Reservation } from './meter';
import type { RoomParts } from './parts';
import { markRound } from './round-starter';
import { traceRoom } from './trace-provider';

/** The event that ends a run, and with it the need to try its round again. */
export const isRunEnd = ({ kind }: EventDraft): boolean => kind === 'run.finished';

/** The step context of one round: the engine's view of journal, ledger and gateway. */
export class RoundStepContext<S extends RoomState> implements StepContext<S> {
  readonly seed: string;
  readonly #parts: RoomParts<S>;
  readonly #room: LoadedRoom<S>;
  readonly #open: OpenRound;
  readonly #journal: Journal;
  /** Ends with the round: its calls are given up. */
  readonly #signal: AbortSignal;
  #state: S;
  /** Ends with the call whose answer is being read early, if one is. */
  #openEarly: Promise<unknown> | null = null;
  readonly #played: Event[] = [];
  readonly #deltas: DeltaJoiner;

  constructor(parts: RoomParts<S>, room: LoadedRoom<S>, open: OpenRound) {
    this.#parts = parts;
    this.#room = room;
    this.#open = open;
    this.seed = open.seed;
    // The round plays on the state as of its start, whatever has been queued since.
    this.#state = room.atStart(open);
    this.#journal = new Journal(parts, room, open, (events) => this.arrive(events));
    this.#signal = room.signalOf(open);
    this.#deltas = new DeltaJoiner({
      send: (delta) => {
        // Not after a cancelled round: nobody waits for its line.
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

  /** The journal reports here every event that the round's code has arrived at. */
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
      signal: this.#signal,
      call: (key, intent, run, { early, ...rule }, size) => {
        // The understudy answers at once: it would only be held up.
        const isAside = intent.provider !== 'understudy';
        const echo = journal.echoOf(key);
        const earlyAnswer = early && isAside && echo === undefined ? new EarlyAnswer(early) : null;
        const answer = journal.step(
          key,
          'call',
          intent as unknown as Json,
          async () => {
            if (echo !== undefined) return giveAnew(echo);
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
            // Calls that are made together keep the order of their numbers: without need there is not one wait more.
            reserve: () => {
              if (echo !== undefined) return Promise.resolve(null);
              return this.#openEarly && !earlyAnswer
                ? this.#reserve(intent, size)
                : this.#keepBack(intent, size);
            },
            // Until `during` lets go, the request of the call waits.
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
    // What began early goes on: it is not begun again, and what was stored with it is not fetched again.
    const { early } = besides;
    const hasBegun = early !== undefined && journal.holds(early.step);
    if (hasBegun) early.begin(await journal.commit(early.step, []));
    const decision = await this.#parts.deps.gateway.ask(port, step, request, {
      decide,
      events: (made) => (made instanceof RoundFailure ? [] : (events?.(made) ?? [])),
      ...(!hasBegun && besides),
    });
    if (decision instanceof RoundFailure) throw decision;
    return decision;
  }

  /** Remembers a call while it is open. */
  async #track<T>(call: Promise<T>): Promise<T> {
    this.#openEarly = call.catch(() => {});
    try {
      return await call;
    } finally {
      this.#openEarly = null;
    }
  }

  /**
   * Keeps back what a call may cost. While another one is open whose answer is read early, that one keeps back more than it
   * uses: a call that there is no room for beside it waits for its end.
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

  /** Keep back what a call may cost; throws when a budget is spent: the round fails, and goes on once it was raised. */
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

  /** Fetches what others need, and commits what is known early of the answer, unless the whole of it is there by then. */
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
      // The call goes on, and its late result is kept.
      if (!(error instanceof RoundGone)) throw error;
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
    return takeRecent(this.past(), kinds, limit);
  }

  past(): Iterable<Event> {
    return liveEvents(this.#room.ledger.walkBack(this.#open.startSeq - 1));
  }

  played(): Event[] {
    return [...this.#played];
  }
}

/** The result of an earlier call, given again: nobody was asked, and it costs nothing. */
function giveAnew(result: Json): Json {
  const { usage: _, notes = [], latencyMs: __, backoffMs: ___, ...rest } = result as unknown as CallResult;
  const again: CallResult = {
    ...rest,
    ...{ usage: { promptTokens: 0, completionTokens: 0 }, latencyMs: 0, backoffMs: 0 },
    notes: [...notes, 'the answer of an earlier try, which was chosen again: nobody was asked'],
  };
  return again as unknown as Json;
}

/** An answer that is being written, as an {@link EarlyRule} reads it. */
class EarlyAnswer {
  readonly rule: EarlyRule;
  /** The events that it gave before its end; null: none. */
  readonly events: Promise<EventDraft[] | null>;
  isOver = false;
  #isRead = false;
  #settle: (events: EventDraft[] | null) => void = () => {};

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

  end(): void {
    this.isOver = true;
    this.#settle(null);
  }
}
