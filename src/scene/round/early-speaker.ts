import type { DirectorPlan, SpokenLine } from '../../contract/agents';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import type { EarlyRule, StepContext } from '../../room/step-context';
import type { SceneState } from '../state';
import type { AgentRequest } from './agents';
import { allReached, askAgent } from './ask-agent';
import { changeEvents, type ResolvedPlan } from './director';
import { EarlyCueReader, type EarlyPlan, followEarly, resolveEarly } from './early-cue';
import { decideLine, type SpokenTurn, type Turn } from './lines';
import { presentNow } from './memories';
import { Recorder } from './record';
import type { SecretRedactor } from './secret-redactor';

interface EarlySpeakerDeps {
  ctx: StepContext<SceneState>;
  round: number;
  redactor: SecretRedactor;
  /** Ids of the characters addressed. */
  addressees: string[];
  /** Returns the events that say that the first speaker begins. */
  announce: (plan: EarlyPlan) => EventDraft[];
  /** Told of the plan once it is stored, and asked for the first speaker's turn on it. */
  begin: (plan: EarlyPlan) => { turn: Turn; request: AgentRequest<SpokenLine> };
}

/** Turn of the first speaker, as it is heard. */
export interface EarlyTurn {
  turn: Turn;
  /** Ids of those who hear it. */
  present: string[];
  spokenTurn: SpokenTurn;
}

/**
 * Lets the first speaker of a round begin while the director still writes its plan, as soon as nothing that is still to
 * come of it concerns that speaker. What it is told, and what must be stored before it speaks, is stored first. Its line is
 * stored behind the director's whole answer, so that events have the same order whoever is ready first.
 */
export class EarlySpeaker {
  readonly #deps: EarlySpeakerDeps;
  /** The room before anything of the plan is stored: the whole plan is resolved against the same one. */
  readonly #state: SceneState;
  /** Its part of the record, which comes after the director's. */
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

  /** Reads the director's answer, for its ask. */
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

  /** Returns what is still to do of the director's whole plan, and all of it for the record. */
  follow(whole: ResolvedPlan): { all: ResolvedPlan; rest: ResolvedPlan } {
    return this.#plan
      ? followEarly(this.#state, this.#plan, whole, this.#deps.addressees)
      : { all: whole, rest: whole };
  }

  /** Waits for the first speaker's answer. Null: it has not begun. @param recorder gets its part of the record */
  async hear(recorder: Recorder): Promise<EarlyTurn | null> {
    if (!this.#turn) return null;
    const { turn, present, answer } = this.#turn;
    const spokenTurn = await answer.finally(() => recorder.add(this.#recorder));
    return { turn, present, spokenTurn };
  }

  /**
   * Waits, when the director failed, until who has begun to speak has ended: its answer is stored, and a retry does not
   * ask it again.
   *
   * @throws the failure, and that of the speaker with it
   */
  async end(failure: unknown, recorder: Recorder): Promise<never> {
    await allReached<unknown>([Promise.reject(failure), this.hear(recorder)]);
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
    // Its failure is looked at once the director's answer is there.
    answer.catch(() => {});
    this.#turn = { turn, present: presentNow(ctx.state), answer };
  }
}
