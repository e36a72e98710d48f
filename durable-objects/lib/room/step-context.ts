import type { Json } from '../../../src/base/json';
import { sleep } from '../../../src/base/sleep';
import type { Event, EventDraft } from '../../../src/events/events';
import { liveEvents } from '../../../src/events/fold/undone';
import type { Delta } from '../../../src/events/wire';
import type { Gateway } from '../../../src/model/gateway';
import type { RoomState } from '../../../src/room/room-state';
import { takeRecent } from '../../../src/room/rounds';
import {
  type Answer,
  type Ask,
  type CallIntent,
  type CallPort,
  type CallResult,
  type CallSize,
  type DecisionRule,
  RoundFailure,
  type StepContext,
} from '../../../src/room/step-context';
import type { Journal } from './journal';
import type { Ledger } from './ledger';
import type { Reservation } from './meter';

interface StepContextDeps<S> {
  tenant: string;
  journal: Journal;
  ledger: Ledger;
  gateway: Gateway;
  reduce: (state: S, event: Event) => S;
  /** The room as of the round's `*.started` event. */
  start: S;
  /** The room as it is now, whatever the round has arrived at. */
  live: () => S;
  /** Keeps back what a call may cost; null: nothing. */
  reserve: (intent: CallIntent, size: CallSize) => Promise<Reservation | null>;
  /** Tells the sockets of a line that is still being written. */
  tell: (delta: Omit<Delta, 'at'>) => void;
}

/** The step context of one round: the engine's view of journal, ledger and gateway. */
export class RoundStepContext<S extends RoomState> implements StepContext<S> {
  readonly seed: string;
  readonly #deps: StepContextDeps<S>;
  readonly #startSeq: number;
  #state: S;
  readonly #played: Event[] = [];

  constructor(deps: StepContextDeps<S>) {
    if (!deps.start.open) throw new TypeError('no round is open');
    this.#deps = deps;
    this.#state = deps.start;
    this.seed = deps.start.open.seed;
    this.#startSeq = deps.start.open.startSeq;
  }

  get state(): S {
    return this.#state;
  }

  live(): S {
    return this.#deps.live();
  }

  /** The journal reports here every event that the round's code has arrived at. */
  arrive(events: Event[]): void {
    for (const event of events) {
      this.#state = this.#deps.reduce(this.#state, event);
      this.#played.push(event);
    }
  }

  async ask<T, D>(
    step: string,
    request: Ask<T>,
    { decide, events, during }: DecisionRule<Answer<T>, D, RoundFailure>,
  ): Promise<D> {
    const port: CallPort = {
      tenant: this.#deps.tenant,
      call: (key, intent, run, rule, size) => {
        // Until it lets go, the request of the call waits. The understudy answers at once: it would only be held up.
        const waits = rule.during && intent.provider !== 'understudy';
        return this.#deps.journal.step(
          key,
          'call',
          intent as unknown as Json,
          async () => (await run()) as unknown as Json,
          {
            ...rule,
            decide: (raw) => rule.decide(raw as unknown as CallResult),
            reserve: () => this.#deps.reserve(intent, size),
            ...(waits && { during: () => sleep(0).then(rule.during) }),
          },
        );
      },
    };
    const { speaker } = request;
    if (speaker) {
      const { actor, audience = ['*'] } = speaker;
      const round = this.#state.open?.n ?? this.#deps.start.rounds;
      port.onText = (call, text, part) => {
        const payload = { text, step: call, part };
        this.#deps.tell({ kind: 'character.delta', actor, audience, round, payload });
      };
    }
    const decision = await this.#deps.gateway.ask(port, step, request, {
      decide,
      events: (made) => (made instanceof RoundFailure ? [] : (events?.(made) ?? [])),
      during,
    });
    if (decision instanceof RoundFailure) throw decision;
    return decision;
  }

  async effect<T extends Json>(
    step: string,
    input: Json,
    run: () => Promise<T> | T,
    events?: (result: T) => EventDraft[],
    inDoubt?: () => T,
  ): Promise<T> {
    const rule = { decide: (result: T) => result, events, inDoubt };
    return (await this.#deps.journal.step(step, 'effect', input, run, rule)).decision;
  }

  commit(step: string, made: EventDraft[] | (() => Promise<EventDraft[]>)): Promise<Event[]> {
    return this.#deps.journal.commit(step, made);
  }

  recent(kinds: Event['kind'][], limit: number): Event[] {
    return takeRecent(this.past(), kinds, limit);
  }

  past(): Iterable<Event> {
    return liveEvents(this.#deps.ledger.walkBack(this.#startSeq - 1));
  }

  played(): Event[] {
    return [...this.#played];
  }
}
