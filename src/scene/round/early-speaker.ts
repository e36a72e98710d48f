import type { DirectorPlan, SpokenLine } from '../../contract/agents';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import type { EarlyRule, StepContext } from '../../room/step-context';
import type { SceneState } from '../state';
import type { AgentRequest } from './agents';
import { askAgent, awaitAll } from './ask-agent';
import { type Cue, changeEvents, type ResolvedPlan } from './director';
import { EarlyCueReader, type EarlyPlan, followEarly, resolveEarly } from './early-cue';
import { decideLine, type SpokenTurn, type Turn } from './lines';
import { listPresent } from './memories';
import { Recorder } from './record';
import type { SecretRedactor } from './secret-redactor';

interface EarlySpeakerDeps {
  ctx: StepContext<SceneState>;
  round: number;
  redactor: SecretRedactor;
  addressees: string[];
  announce: (plan: EarlyPlan) => EventDraft[];
  begin: (plan: EarlyPlan) => { turn: Turn; request: AgentRequest<SpokenLine> };
}

export interface EarlyTurn {
  turn: Turn;
  present: string[];
  spokenTurn: SpokenTurn;
}

/**
 * Starts the first speaker of a round while the director still writes its plan, as soon as the rest of the
 * plan cannot affect that speaker. Its cue and the changes before it are stored first. Its line is stored
 * after the director's answer, so that the event order does not depend on which finishes first.
 */
export class EarlySpeaker {
  readonly #deps: EarlySpeakerDeps;
  /** The state before any of the plan is stored; the whole plan is resolved against the same state. */
  readonly #state: SceneState;
  /** Kept apart, because it belongs after the director's part of the record. */
  readonly #recorder = new Recorder();
  #plan: EarlyPlan | null = null;
  #turn: { turn: Turn; present: string[]; answer: Promise<SpokenTurn> } | null = null;

  constructor(deps: EarlySpeakerDeps) {
    this.#deps = deps;
    this.#state = deps.ctx.state;
  }

  get hasBegun(): boolean {
    return this.#turn !== null;
  }

  /** Id of the speaker; undefined if it has not begun. */
  get id(): string | undefined {
    return this.#turn?.turn.cue.id;
  }

  rule(): EarlyRule {
    const reader = new EarlyCueReader();
    return {
      step: 'cue',
      read: (chunk) => {
        const plan = reader.push(chunk);
        const early = plan && this.#resolve(plan);
        return early && this.#events(plan, early);
      },
      begin: (events) => {
        const cue = events.find((event) => event.kind === 'director.cued');
        const early = cue && this.#resolve(cue.payload.plan);
        if (!early) throw new Error('the stored cue of the first speaker no longer fits');
        this.#begin(early);
      },
    };
  }

  /** `starting`: who begins together with the first speaker, or the first group if it has not begun. */
  follow(whole: ResolvedPlan): { all: ResolvedPlan; rest: ResolvedPlan; starting: Cue[] } {
    return this.#plan
      ? followEarly(this.#state, this.#plan, whole, this.#deps.addressees)
      : { all: whole, rest: whole, starting: whole.groups[0] ?? [] };
  }

  /**
   * Waits for the answer of the first speaker, which has begun.
   *
   * @param recorder receives its part of the record
   */
  async awaitTurn(recorder: Recorder): Promise<EarlyTurn> {
    if (!this.#turn) throw new Error('the first speaker has not begun');
    const { turn, present, answer } = this.#turn;
    const spokenTurn = await answer.finally(() => recorder.add(this.#recorder));
    return { turn, present, spokenTurn };
  }

  /**
   * After a failure of the director, waits for a speaker that has begun: its answer is stored, so a retry
   * does not ask it again.
   *
   * @throws the failure, combined with the speaker's
   */
  async end(failure: unknown, recorder: Recorder): Promise<never> {
    if (this.hasBegun) await awaitAll<unknown>([Promise.reject(failure), this.awaitTurn(recorder)]);
    throw failure;
  }

  #resolve(plan: DirectorPlan): EarlyPlan | null {
    const { redactor, addressees } = this.#deps;
    const withheld: string[] = [];
    const early = resolveEarly(this.#state, redactor.plan(plan, withheld), addressees);
    return early && { ...early, audited: withheld };
  }

  #events(plan: DirectorPlan, early: EarlyPlan): EventDraft[] {
    const { round, announce } = this.#deps;
    const payload: PayloadOf<'director.cued'> = { pass: 1, plan };
    return [
      { kind: 'director.cued', actor: 'director', audience: ['owner'], round, payload },
      ...changeEvents(this.#state, 1, round, early),
      ...announce(early),
    ];
  }

  #begin(plan: EarlyPlan): void {
    const { ctx, begin } = this.#deps;
    this.#plan = plan;
    const { turn, request } = begin(plan);
    const answer = askAgent(ctx, this.#recorder, `character.1:${plan.cue.id}`, turn.actor, request, {
      decide: (result) => decideLine(turn, result),
    });
    // Avoid an unhandled rejection; `hear` handles the failure after the director's answer.
    answer.catch(() => {});
    this.#turn = { turn, present: listPresent(ctx.state), answer };
  }
}
