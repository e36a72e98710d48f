import type { Json } from '../../base/json';
import { runSuspended } from '../../base/suspend';
import type { Brief } from '../../room/step-context';
import type { Provider } from '../provider';

/** Answers by `brief.task`. Deterministic: the seed is in the brief. */
export type UnderstudyTable = Record<string, (brief: Brief) => Json>;

/**
 * The offline model. It answers the typed task instead of the prompt, needs no key and counts no tokens. Its answers
 * are always labelled with provider and rung `understudy`.
 */
export function createUnderstudy(load: () => Promise<UnderstudyTable>): Provider {
  return {
    name: 'understudy',
    async complete({ brief }) {
      const table = await load();
      const act = Object.hasOwn(table, brief.task) ? table[brief.task] : undefined;
      if (act === undefined) {
        return {
          kind: 'refused',
          retryable: false,
          error: `the understudy does not know the task ${brief.task}`,
        };
      }
      return {
        kind: 'answered',
        text: JSON.stringify(await runSuspended(() => act(brief))),
        reasoning: '',
        usage: { promptTokens: 0, completionTokens: 0 },
        finishReason: 'stop',
      };
    },
  };
}
