import { rejectionReason } from 'answer-reader';
import {
  type DiscoveryAnswer,
  discoveryAnswer,
  type RefinementAnswer,
  refinementAnswer,
  type ScholarAnswer,
  scholarAnswer,
} from '../contract/adventure-agents';
import type { Answer } from '../room/step-context';
import { shareCalls } from '../runs/calls';
import { askFor, briefOf, leftFor, type Question, type Turn } from './ask';

import { NOTHING_KNOWN, type PeriodicBrief } from './briefs';
import { isActive } from './objectives/fold';
import { discoveryMessages, refinementMessages, scholarMessages } from './prompts/periodic';
import type { AdventureState } from './state-types';

/** Answers of the agents that are asked every few turns; null: not asked in this turn. */
export type Periodic = Awaited<ReturnType<typeof askPeriodic>>;

/** Refinement looks at every tenth turn, in the middle between two discoveries at their usual distance. */
const REFINE_EVERY = 10;

const isDue = (turn: number, every: number): boolean => every > 0 && turn > 0 && turn % every === 0;

/** Follows from the turn's number alone, so that a replay and a fork ask the same. */
function findDue(state: Pick<AdventureState, 'rounds' | 'config' | 'objectives'>) {
  const { discoverEvery, refineAbove, synthesizeEvery } = state.config.options;
  const active = state.objectives.filter(isActive).length;
  return {
    discover: isDue(state.rounds, discoverEvery),
    refine: active > refineAbove && isDue(state.rounds, REFINE_EVERY),
    synthesize: isDue(state.rounds, synthesizeEvery),
  };
}

/**
 * Work of every few turns runs beside the whole turn it is due in: it is given the run as the turn found it, and what
 * comes of it joins when the turn closes. So it holds nothing up, and however long it takes, a replay is exact.
 */
export async function askPeriodic(turn: Turn) {
  const { discover, refine, synthesize } = findDue(turn.ctx.state);
  const due = [discover, refine, synthesize];
  // Half of what is left is the turn's own.
  const shares = shareCalls(Math.floor(leftFor(turn) / 2), due.filter(Boolean).length);
  turn.setAside = shares.reduce((sum, share) => sum + share, 0);
  const [forDiscovery = 0, forRefinement = 0, forScholar = 0] = due.map((is) => (is ? shares.shift() : 0));
  const [discovery, refinement, synthesis] = await Promise.all([
    forDiscovery > 0 ? askFor(turn, discoveryOf(turn), forDiscovery) : null,
    forRefinement > 0 ? askFor(turn, refinementOf(turn), forRefinement) : null,
    forScholar > 0 ? askScholar(turn, 'synthesize', forScholar) : null,
  ]);
  return { discovered: discovery, refined: refinement, synthesized: synthesis };
}

/** Calls that they took. They count as used only once the turn is over. */
export const callsOf = ({ discovered, refined, synthesized }: Periodic): number =>
  [discovered, refined, synthesized].reduce((sum, answer) => sum + (answer?.calls ?? 0), 0);

const discoveryOf = (turn: Turn): Question<DiscoveryAnswer, PeriodicBrief> => ({
  step: 'discover',
  role: 'keeper',
  purpose: 'objective_discovery',
  brief: briefOf(turn, 'discovery', {}),
  write: discoveryMessages,
  schema: discoveryAnswer,
});

const refinementOf = (turn: Turn): Question<RefinementAnswer, PeriodicBrief> => ({
  step: 'refine',
  role: 'keeper',
  purpose: 'objective_refinement',
  brief: briefOf(turn, 'refinement', {}),
  write: refinementMessages,
  schema: refinementAnswer,
});

export const askScholar = (turn: Turn, step: string, maxCalls: number): Promise<Answer<ScholarAnswer>> =>
  askFor(
    turn,
    {
      step,
      role: 'scholar',
      purpose: 'knowledge_synthesis',
      brief: briefOf(turn, 'scholar', {}),
      write: scholarMessages,
      schema: scholarAnswer,
      // It replaces what is known: the example of the form must not.
      check: ({ knowledge }) =>
        knowledge.trim() === NOTHING_KNOWN || rejectionReason(knowledge, { only: 'example' }) !== null
          ? [{ pointer: '/knowledge', message: 'expected what is known of the story, got the example' }]
          : [],
    },
    maxCalls,
  );
