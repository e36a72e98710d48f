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
import { askFor, callsLeftFor, type Question, readBrief, type Turn } from './ask';

import { NOTHING_KNOWN, type PeriodicBrief } from './briefs';
import { isActive } from './objectives/fold';
import { discoveryMessages, refinementMessages, scholarMessages } from './prompts/periodic';
import type { AdventureState } from './state-types';

/** Results of the periodic agents; null: not asked in this turn. */
export type Periodic = Awaited<ReturnType<typeof askPeriodic>>;

/** Every tenth turn, halfway between two discoveries at the default interval. */
const REFINE_EVERY = 10;

const isDue = (turn: number, every: number): boolean => every > 0 && turn > 0 && turn % every === 0;

/** Depends only on the turn number, so replays and forks agree. */
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
 * Runs periodic agents in parallel to the whole turn. They see the run as of its start, and their results are applied
 * when it closes. So they never delay a turn, and a replay is exact regardless of timing.
 */
export async function askPeriodic(turn: Turn) {
  const { discover, refine, synthesize } = findDue(turn.ctx.state);
  const due = [discover, refine, synthesize];
  // Half of the remaining calls are for the turn.
  const shares = shareCalls(Math.floor(callsLeftFor(turn) / 2), due.filter(Boolean).length);
  turn.setAside = shares.reduce((sum, share) => sum + share, 0);
  const [forDiscovery = 0, forRefinement = 0, forScholar = 0] = due.map((is) => (is ? shares.shift() : 0));
  const [discovery, refinement, synthesis] = await Promise.all([
    forDiscovery > 0 ? askFor(turn, discoveryQuestion(turn), forDiscovery) : null,
    forRefinement > 0 ? askFor(turn, refinementQuestion(turn), forRefinement) : null,
    forScholar > 0 ? askScholar(turn, 'synthesize', forScholar) : null,
  ]);
  return { discovered: discovery, refined: refinement, synthesized: synthesis };
}

/** Their calls count only once the turn is over. */
export const periodicCalls = ({ discovered, refined, synthesized }: Periodic): number =>
  [discovered, refined, synthesized].reduce((sum, answer) => sum + (answer?.calls ?? 0), 0);

const discoveryQuestion = (turn: Turn): Question<DiscoveryAnswer, PeriodicBrief> => ({
  step: 'discover',
  role: 'keeper',
  purpose: 'objective_discovery',
  brief: readBrief(turn, 'discovery', {}),
  write: discoveryMessages,
  schema: discoveryAnswer,
});

const refinementQuestion = (turn: Turn): Question<RefinementAnswer, PeriodicBrief> => ({
  step: 'refine',
  role: 'keeper',
  purpose: 'objective_refinement',
  brief: readBrief(turn, 'refinement', {}),
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
      brief: readBrief(turn, 'scholar', {}),
      write: scholarMessages,
      schema: scholarAnswer,
      // The answer replaces the knowledge, so reject a copied example.
      check: ({ knowledge }) =>
        knowledge.trim() === NOTHING_KNOWN || rejectionReason(knowledge, { only: 'example' }) !== null
          ? [{ pointer: '/knowledge', message: 'expected a guide to the story, got the example' }]
          : [],
    },
    maxCalls,
  );
