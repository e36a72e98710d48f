import { createHash } from 'node:crypto';
import type { EventDraft } from '../../src/contract/events/events';
import type { CallIntent, CallPort, CallResult, DecisionRule } from '../../src/room/step-context';

interface StoredCall {
  step: string;
  intent: CallIntent;
  hash: string;
  result: CallResult;
  events: EventDraft[];
}

export const decide = <A>(answer: A): A => answer;

/**
 * A journal in memory: results go through JSON, a replayed step must have the same prompt, and no step runs
 * twice.
 */
export class MemoryPort implements CallPort {
  readonly tenant = 'demo';
  readonly calls: StoredCall[];
  /** Steps that this port ran instead of replaying. */
  readonly ran: string[] = [];
  readonly #stored: Map<string, StoredCall>;

  /** @param finished calls of an earlier port, like a room finds after a crash */
  constructor(finished: StoredCall[] = []) {
    this.calls = [...finished];
    this.#stored = new Map(finished.map((call) => [call.step, call]));
  }

  storedIntent(step: string): CallIntent | undefined {
    return this.#stored.get(step)?.intent;
  }

  async call<D>(
    step: string,
    intent: CallIntent,
    run: () => Promise<CallResult>,
    rule: DecisionRule<CallResult, D>,
  ): Promise<{ decision: D; replayed: boolean }> {
    const hash = createHash('sha256').update(JSON.stringify(intent.messages)).digest('hex');
    const known = this.#stored.get(step);
    if (known !== undefined) {
      if (known.hash !== hash) throw new Error(`${step} has another prompt on replay`);
      return { decision: rule.decide(structuredClone(known.result)), replayed: true };
    }
    this.ran.push(step);
    const result: CallResult = JSON.parse(JSON.stringify(await run()));
    const decision = rule.decide(result);
    this.calls.push({ step, intent, hash, result, events: rule.events?.(decision) ?? [] });
    return { decision, replayed: false };
  }
}
