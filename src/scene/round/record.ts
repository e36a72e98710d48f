import { answererKind } from '../../base/answerer';
import type { DirectorPlan } from '../../contract/agents';
import type { PromptUse } from '../../contract/context';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import type { Failure } from '../../contract/problems';
import { type Answer, RoundFailure } from '../../room/step-context';
import type { ResolvedPlan } from './director';

/**
 * The audit record of a round: `round.audited`, for the owner. `docs/internals.md#audit-record` describes
 * every field.
 */
export type RoundRecord = PayloadOf<'round.audited'>;

/**
 * Collects the record during the round. It depends only on journalled results, so a replay produces the same
 * record.
 */
export class Recorder {
  readonly record: RoundRecord = {
    passes: [],
    agents: [],
    suggested: [],
    memory: { recalled: {}, written: 0 },
    summary: null,
    worldAgent: 'off',
    notes: [],
  };

  note(...notes: string[]): void {
    this.record.notes.push(...notes);
  }

  add({ record: { agents, notes } }: Recorder): void {
    this.record.agents.push(...agents);
    this.note(...notes);
  }

  agent(step: string, agent: string, prompt: PromptUse, answer: Answer<unknown>): void {
    const { ok, rung, calls, usage, checks } = answer;
    this.record.agents.push({ step, agent, ok, ...answererKind(answer), rung, calls, usage, prompt, checks });
    if (prompt.unsearched) this.note(`${agent} was told without lore ${explainNoSearch(prompt.unsearched)}`);
    if (answer.ok) return;
    const what = answer.answered ? 'gave no usable answer' : 'could not be asked';
    this.note(`${agent} ${what}: ${explain(answer.failure)}`);
  }

  /** @param plan null: the fallback rule decided */
  pass(pass: 1 | 2, plan: Pick<DirectorPlan, 'openGuidance'> | null, resolvedPlan: ResolvedPlan): void {
    const { groups, entered, exited, updates, world, trackers, audited } = resolvedPlan;
    this.record.passes.push({
      pass,
      by: plan === null ? 'rule' : 'director',
      openGuidance: plan?.openGuidance ?? null,
      acting: groups,
      entered,
      exited: exited.map(({ id }) => id),
      updates,
      world,
      trackers,
    });
    this.note(...audited);
  }

  /** Plays a round. If it fails, attaches the record so far and the events of `also` to the failure. */
  async keep(round: number, play: () => Promise<void>, also: () => EventDraft[] = () => []): Promise<void> {
    try {
      await play();
    } catch (error) {
      if (error instanceof RoundFailure) error.also = [...error.also, ...also(), this.#draft(round)];
      throw error;
    }
  }

  close(round: number, actors: string[], skipped: string[] = []): EventDraft[] {
    return [
      this.#draft(round),
      { kind: 'round.completed', actor: 'system', round, payload: { actors, skipped } },
    ];
  }

  #draft(round: number): EventDraft {
    return { kind: 'round.audited', actor: 'system', audience: ['owner'], round, payload: this.record };
  }
}

const FEW_NAMES = 10;

function explainNoSearch(names: string[]): string {
  const firstNames = names.slice(0, FEW_NAMES).map((name) => JSON.stringify(name));
  const rest = names.length > firstNames.length ? `, … (${names.length} in all)` : '';
  return `that was not looked for, as the keys of its books take too long together: ${firstNames.join(', ')}${rest}`;
}

const explain = (failure: Failure): string =>
  'detail' in failure && failure.detail ? failure.detail : failure.code;
