import { nameAnswerer } from '../../../base/answerer';
import type { AdventureRole } from '../../../contract/adventure-agents';
import type { EventKind } from '../../../contract/events/catalogue';
import type { Event, PayloadOf } from '../../../contract/events/events';
import { toProblem } from '../../../contract/to-problem';
import type { AdventureState } from '../../state-types';
import { type Intervention, listInterventions } from './people';

type TurnRecord<K extends EventKind> = PayloadOf<K> & { turn: number };

/** `points` is negative for a loss; `score` is the result. */
type ScoreChange = TurnRecord<'command.executed'> & { points: number; score: number };

/** An episode's score, oldest first: start, every change, and the latest. */
export type ScoreCurve = [turn: number, score: number][];

interface AgentCost {
  role: AdventureRole;
  answeredBy: string[];
  answers: number;
  unusable: number;
  calls: number;
  promptTokens: number;
  completionTokens: number;
}

/** A run with facts from its ledger that the state does not contain. */
export interface AdventureRecord {
  state: AdventureState;
  scored: ScoreChange[];
  curves: ScoreCurve[];
  deaths: TurnRecord<'command.executed'>[];
  /** In the order of a turn, without agents that were never asked. */
  costs: AgentCost[];
  critic: {
    proposals: number;
    accepted: number;
    rejections: TurnRecord<'critic.rejected'>[];
    /** Commands accepted despite their score. */
    overrides: TurnRecord<'critic.accepted'>[];
  };
  refused: TurnRecord<'objective.refused'>[];
  warnings: TurnRecord<'stuck.warned'>[];
  /** Turns that looked around for lack of a usable proposal; failed turns. */
  fallbacks: number[];
  failures: { turn: number; why: string }[];
  people: Intervention[];
}

export function readAdventureRecord(state: AdventureState, events: readonly Event[]): AdventureRecord {
  const record: AdventureRecord = {
    state,
    ...readScores(events),
    ...{ deaths: [], refused: [], warnings: [], fallbacks: [], failures: [] },
    critic: { proposals: 0, accepted: 0, rejections: [], overrides: [] },
    costs: countCosts(events),
    people: listInterventions(events),
  };
  for (const event of events) take(record, event, event.turn ?? 0);
  return record;
}

function take({ critic, ...record }: AdventureRecord, event: Event, turn: number): void {
  switch (event.kind) {
    case 'command.executed':
      if (event.payload.died) record.deaths.push({ turn, ...event.payload });
      return;
    case 'command.proposed':
      critic.proposals += 1;
      if (event.payload.fallback) record.fallbacks.push(turn);
      return;
    case 'critic.rejected':
      critic.rejections.push({ turn, ...event.payload });
      return;
    case 'critic.accepted':
      critic.accepted += 1;
      if (event.payload.override !== null) critic.overrides.push({ turn, ...event.payload });
      return;
    case 'objective.refused':
      record.refused.push({ turn, ...event.payload });
      return;
    case 'stuck.warned':
      record.warnings.push({ turn, ...event.payload });
      return;
    case 'turn.failed':
      record.failures.push({ turn, why: toProblem(event.payload.failure).detail });
      return;
  }
}

function readScores(events: readonly Event[]): { scored: ScoreChange[]; curves: ScoreCurve[] } {
  const changes: ScoreChange[] = [];
  const curves: ScoreCurve[] = [];
  for (const event of events) {
    if (event.kind !== 'episode.started' && event.kind !== 'command.executed') continue;
    const turn = event.turn ?? 0;
    const { score } = event.payload.story.reading;
    if (event.kind === 'episode.started') curves.push([]);
    const curve = curves.at(-1);
    if (score === null || !curve) continue;
    const before = curve.at(-1)?.[1];
    if (event.kind === 'command.executed' && before !== undefined && before !== score)
      changes.push({ ...event.payload, turn, points: score - before, score });
    curve.push([turn, score]);
  }
  return { scored: changes, curves };
}

const ROLE_BY_STEP: Readonly<Record<string, AdventureRole>> = {
  adventurer: 'adventurer',
  critic: 'critic',
  extract: 'extractor',
  remember: 'chronicler',
  complete: 'keeper',
  discover: 'keeper',
  refine: 'keeper',
  synthesize: 'scholar',
};

/** Includes unusable answers, which are events with a cost too. */
function countCosts(events: readonly Event[]): AgentCost[] {
  const costs = new Map<AdventureRole, AgentCost>();
  for (const event of events) {
    if (!('usage' in event.payload && 'step' in event.payload)) continue;
    const { step, provider, model, calls, usage } = event.payload;
    const role = ROLE_BY_STEP[step.split(':')[0] ?? ''];
    // Rulings by the machine used no agent.
    if (!role || !usage || provider === null) continue;
    const nothing = { answers: 0, unusable: 0, calls: 0, promptTokens: 0, completionTokens: 0 };
    const cost: AgentCost = costs.get(role) ?? { role, answeredBy: [], ...nothing };
    costs.set(role, cost);
    cost.answers += 1;
    if (event.kind === 'answer.failed' || (event.kind === 'command.proposed' && event.payload.fallback))
      cost.unusable += 1;
    cost.calls += calls;
    cost.promptTokens += usage.promptTokens;
    cost.completionTokens += usage.completionTokens;
    const name = nameAnswerer({ provider, model });
    if (!cost.answeredBy.includes(name)) cost.answeredBy.push(name);
  }
  return [...new Set(Object.values(ROLE_BY_STEP))].flatMap((role) => costs.get(role) ?? []);
}
