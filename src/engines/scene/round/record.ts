import type { DirectorPlan } from '../../../api/agents';
import type { Rung, Usage } from '../../../api/calls';
import type { PromptUse } from '../../../api/context';
import type { Failure } from '../../../api/problems';
import type { EventDraft } from '../../../events/events';
import { type Answer, RoundFailure } from '../../../room/step-context';
import type { SuggestedDelta } from '../prompt/envelope';
import type { Ruling } from './director';

/** One agent's part in a round. */
export interface AgentRecord {
  /** The journalled step; the ids of its calls begin with it. */
  step: string;
  /** `director`, `world`, `character:<id>`, … */
  agent: string;
  ok: boolean;
  provider: string;
  rung: Rung;
  calls: number;
  usage: Usage;
  /** What its prompt came to, section by section. */
  prompt: PromptUse;
}

/** What one pass of the director came to, once it was checked against who is there. */
export interface PassRecord {
  pass: 1 | 2;
  /** `rule`: nothing in the director's answer was usable. Absent in records from before it was written. */
  by?: 'director' | 'rule';
  openGuidance: string | null;
  /** In the order they act; those of one list act at the same time. */
  acting: { id: string; guidance: string | null; entry: string | null; exit: string | null }[][];
  entered: string[];
  exited: string[];
  updates: Ruling['updates'];
  world: Ruling['world'];
  trackers: Ruling['trackers'];
}

/** The audit record of a round: `round.audited`, for the owner. `docs/audit.md` describes every field. */
export interface RoundRecord {
  passes: PassRecord[];
  agents: AgentRecord[];
  /** What the lines suggested to the director's second pass. */
  suggested: SuggestedDelta[];
  /** Memories recalled, by character, and written. */
  memory: { recalled: Record<string, number>; written: number };
  /** `written`, `failed`, or null when none was due. */
  summary: 'written' | 'failed' | null;
  worldAgent: 'off' | 'asked' | 'failed';
  /** Where the service decided in an agent's place, or something failed that does not fail the round. */
  notes: string[];
}

/** Collects the record while the round is played. What goes in follows from journalled results alone. */
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

  agent(step: string, agent: string, prompt: PromptUse, answer: Answer<unknown>): void {
    const { ok, provider, rung, calls, usage } = answer;
    this.record.agents.push({ step, agent, ok, provider, rung, calls, usage, prompt });
    if (prompt.unsearched)
      this.note(`${agent} was told without lore ${explainUnsearched(prompt.unsearched)}`);
    if (answer.ok) return;
    const what = answer.answered ? 'gave no usable answer' : 'could not be asked';
    this.note(`${agent} ${what}: ${explain(answer.failure)}`);
  }

  /** @param plan null: the rule decided in the director's place */
  pass(pass: 1 | 2, plan: Pick<DirectorPlan, 'openGuidance'> | null, ruling: Ruling): void {
    const { groups, entered, exited, updates, world, trackers, audited } = ruling;
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

  /** Plays a round; when it fails, the record so far goes with the failure, and what else is to be kept. */
  async keep(round: number, play: () => Promise<void>, also: () => EventDraft[] = () => []): Promise<void> {
    try {
      await play();
    } catch (error) {
      if (error instanceof RoundFailure) error.also = [...error.also, ...also(), this.draft(round)];
      throw error;
    }
  }

  /** The event that keeps it. */
  draft(round: number): EventDraft {
    return {
      kind: 'round.audited',
      actor: 'system',
      audience: ['owner'],
      round,
      payload: this.record,
    };
  }
}

/** Names are shown in a sentence up to here; the list of the prompt has them all. */
const FEW_NAMES = 10;

function explainUnsearched(names: string[]): string {
  const shown = names.slice(0, FEW_NAMES).map((name) => JSON.stringify(name));
  const rest = names.length > shown.length ? `, … (${names.length} in all)` : '';
  return `that was not looked for, as the keys of its books take too long together: ${shown.join(', ')}${rest}`;
}

const explain = (failure: Failure): string =>
  'detail' in failure && failure.detail ? failure.detail : failure.code;
