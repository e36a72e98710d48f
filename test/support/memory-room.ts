import type { Json } from '../../src/base/json';
import type { CallCheck, CallRecord } from '../../src/contract/calls';
import type { Event, EventDraft } from '../../src/contract/events/events';
import { liveEvents } from '../../src/contract/events/fold/undone';
import { fail } from '../../src/contract/problems';
import type { RoomState } from '../../src/room/room-state';
import { recentItems } from '../../src/room/rounds';
import {
  type Answer,
  type Ask,
  type DecisionRule,
  RoundFailure,
  type StepContext,
} from '../../src/room/step-context';

/** Thrown by an unreachable model: the request fails without an answer. */
export class Unreachable extends Error {}

/** An answer that is valid except at `pointer`, even after the second attempt. */
export class Slip extends Error {
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/** An answer that breaks off after `text`: the model becomes unreachable. */
export class CutOff {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const NO_USAGE = { promptTokens: 0, completionTokens: 0 };

export interface MemoryRoomArgs<S extends RoomState> {
  reduce: (state: S | null, event: Event) => S;
  past?: readonly Event[];
  /** Events to append first; without a ledger they create the room. */
  events: EventDraft[];
  /**
   * Plays the model. A returned value is parsed with the request's schema and must pass its check; a thrown
   * error becomes an unusable answer, an {@link Unreachable} no answer.
   */
  answer: (ask: Ask<unknown>) => unknown;
  provider?: string;
}

export interface MemoryRoom<S extends RoomState> {
  readonly ledger: Event[];
  readonly state: S;
  readonly asks: { step: string; ask: Ask<unknown> }[];
  readonly effects: { step: string; input: Json }[];
  /** All steps in order: requests, effects and commits. */
  readonly steps: string[];
  append(drafts: EventDraft[]): Event[];
  /**
   * Opens round n: appends its `started` event (`round.started` or `turn.started`), and returns the
   * StepContext for it.
   */
  open(kind: 'round.started' | 'turn.started', n: number, seed: string, inputs?: number[]): StepContext<S>;
}

/** The simplest room: no journal, no crash, a clock that counts seconds. For unit tests of engines. */
export function createMemoryRoom<S extends RoomState>(args: MemoryRoomArgs<S>): MemoryRoom<S> {
  const ledger: Event[] = [];
  const asks: { step: string; ask: Ask<unknown> }[] = [];
  const effects: { step: string; input: Json }[] = [];
  const steps: string[] = [];
  let state: S | null = null;

  const current = (): S => {
    if (state === null) throw new Error('the room has no events yet');
    return state;
  };
  const append = (drafts: EventDraft[]): Event[] =>
    drafts.map((draft) => {
      const seq = ledger.length + 1;
      const event: Event = {
        audience: ['*'],
        ...draft,
        seq,
        at: new Date(Date.UTC(2026, 0, 1, 0, 0, seq)).toISOString(),
        // A JSON copy loses the same values as the ledger.
        payload: JSON.parse(JSON.stringify(draft.payload)),
      };
      ledger.push(event);
      state = args.reduce(state, event);
      return event;
    });
  for (const event of args.past ?? []) {
    ledger.push(event);
    state = args.reduce(state, event);
  }
  append(args.events);

  /** @param hear receives the answer as a stream */
  const answerAsk = async <T>(ask: Ask<T>, hear?: (text: string) => Promise<void>): Promise<Answer<T>> => {
    const provider = args.provider ?? 'understudy';
    const failed = (detail: string, answered = true, problems: CallCheck['problems'] = []): Answer<T> => ({
      ...fail({
        code: answered ? 'model_failed' : 'model_unreachable',
        ...{ purpose: ask.purpose, detail, fix: 'Try the round again.' },
      }),
      answered,
      rung: 'unusable',
      provider,
      calls: 1,
      usage: NO_USAGE,
      checks:
        problems.length > 0
          ? [{ call: 1, status: 'answered', rung: 'unusable', problems, repairs: [], cut: [] }]
          : [],
    });
    let value: T;
    try {
      const raw = await args.answer(ask as Ask<unknown>);
      const isCut = raw instanceof CutOff;
      await hear?.(isCut ? raw.text : JSON.stringify(raw));
      if (isCut) throw new Unreachable('cut off');
      value = ask.schema.parse(raw);
    } catch (error) {
      if (error instanceof RoundFailure) throw error;
      const words = error instanceof Error ? error.message : String(error);
      const problems = error instanceof Slip ? [{ pointer: error.pointer, message: error.message }] : [];
      return failed(words, !(error instanceof Unreachable), problems);
    }
    const problems = ask.check?.(value) ?? [];
    if (problems.length > 0) return failed(problems.map((p) => `${p.pointer}: ${p.message}`).join('; '));
    const { thought = null } = value as { thought?: string | null };
    return { ok: true, value, rung: 'understudy', thought, provider, calls: 1, usage: NO_USAGE, checks: [] };
  };

  return {
    ledger,
    asks,
    effects,
    steps,
    append,
    get state() {
      return current();
    },
    open(kind, n, seed, inputs = []) {
      const inputSeq = ledger.length;
      const payload = { n, attempt: 1, version: 'test', inputSeq, inputs, seed, firstStep: 1 };
      append([
        kind === 'turn.started'
          ? { kind, actor: 'system', turn: n, payload: { ...payload, by: inputSeq } }
          : { kind, actor: 'system', round: n, payload },
      ]);
      const used = new Set<string>();
      const claim = (step: string) => {
        if (used.has(step)) throw new Error(`step ${step} is used twice in one round`);
        used.add(step);
        steps.push(step);
      };
      return {
        get state() {
          return current();
        },
        seed,
        live: current,
        async ask<T, D>(
          step: string,
          ask: Ask<T>,
          { decide, events, during, early }: DecisionRule<Answer<T>, D, RoundFailure>,
        ) {
          claim(step);
          asks.push({ step, ask: ask as Ask<unknown> });
          let besides = (await during?.()) ?? [];
          const hear = async (text: string) => {
            for (const letter of early ? text : '') {
              const made = early?.read(letter);
              if (!early || !made) continue;
              claim(early.step);
              early.begin(append([...besides, ...made]));
              besides = [];
            }
          };
          const decision = decide(await answerAsk(ask, hear));
          const failed = decision instanceof RoundFailure;
          append([...besides, ...((failed ? undefined : events?.(decision)) ?? [])]);
          if (failed) throw decision;
          return decision;
        },
        async effect<T extends Json>(
          step: string,
          input: Json,
          run: () => Promise<T> | T,
          events?: (result: T) => EventDraft[],
        ) {
          claim(step);
          effects.push({ step, input });
          const result = await run();
          append(events?.(result) ?? []);
          return result;
        },
        async commit(step, made) {
          claim(step);
          return append(typeof made === 'function' ? await made() : made);
        },
        recent: (kinds, limit) => recentItems(liveEvents(ledger.slice(0, inputSeq).reverse()), kinds, limit),
        past: () => liveEvents(ledger.slice(0, inputSeq).reverse()),
        played: () => ledger.filter((event) => event.seq > inputSeq),
      };
    },
  };
}

/** Plays one round to its end; an engine's `RoundFailure` becomes the room's `failed` event. */
export async function playMemoryRound<S extends RoomState>(
  room: MemoryRoom<S>,
  kind: 'round' | 'turn',
  seed: string,
  play: (ctx: StepContext<S>) => Promise<void>,
  inputs: number[] = [],
): Promise<void> {
  const n = room.state.rounds + 1;
  const ctx = room.open(`${kind}.started`, n, seed, inputs);
  try {
    await play(ctx);
  } catch (error) {
    if (!(error instanceof RoundFailure)) throw error;
    room.append([
      ...error.also,
      {
        kind: `${kind}.failed`,
        actor: 'system',
        ...(kind === 'turn' ? { turn: n } : { round: n }),
        payload: { failure: JSON.parse(JSON.stringify(error.failure)), retry: error.retry },
      },
    ]);
  }
}

/** A request of a room as a record of the call log: answered by the understudy at once. */
export function callRecord(
  room: string,
  round: number,
  n: number,
  { step, ask }: MemoryRoom<RoomState>['asks'][number],
): CallRecord {
  return {
    id: `${room}.${round}.${n}`,
    room,
    round,
    n,
    step: `${step}/1`,
    role: ask.role,
    purpose: ask.purpose,
    attempt: 1,
    provider: 'understudy',
    model: 'understudy',
    status: 'answered',
    rung: 'understudy',
    promptTokens: 0,
    completionTokens: 0,
    reasoningTokens: null,
    cachedTokens: null,
    providerCost: null,
    latencyMs: 0,
    startedAt: '2026-01-01T00:00:00.000Z',
    messages: ask.messages,
    constraint: 'none',
    raw: null,
    reasoning: null,
    parsed: null,
    problems: [],
    error: null,
    notes: [],
    finishReason: null,
    seat: null,
    money: null,
  };
}
