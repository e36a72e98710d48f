import { type Suggestion, suggestion } from '../contract/agents';
import type { EventDraft } from '../contract/events';
import type { JsonObject } from '../contract/json';
import type { Answer, Ask, Stage } from '../contract/stage';
import { callsLeft } from '../runs/calls';
import type { ExplorerBrief, RefusedSuggestion } from './briefs';
import { type Choice, pickAction, type Situation, type Validated, validateSuggestion } from './choose';
import { failAnswer } from './fail-answer';
import { readHistory } from './history';
import { explorerMessages } from './prompts';
import { CALLS_PER_TURN, situationOf } from './situation';
import type { RunState } from './state';
import { actionKey } from './transition';

/** What became of a suggestion: taken, sent back, or overruled by the service's own pick. */
interface Decision {
  by: 'accepted' | 'refused' | 'service';
  choice: Choice;
  validated: Validated;
}

/**
 * Call A: ask what to try next, and decide. A refused suggestion is asked for once more, when the call budget
 * allows; refused again, the service picks. Every answer becomes one `action.suggested` with its decision.
 */
export async function chooseActions(stage: Stage<RunState>): Promise<Choice> {
  const first = await askOnce(stage, 'suggest', null);
  if (first.decision.by !== 'refused') return first.decision.choice;
  const { refusals } = first.decision.validated;
  const second = await askOnce(stage, 'resuggest', { suggestion: first.value, refusals });
  return second.decision.choice;
}

async function askOnce(
  stage: Stage<RunState>,
  step: 'suggest' | 'resuggest',
  refused: RefusedSuggestion | null,
): Promise<{ value: Suggestion; decision: Decision }> {
  const state = stage.state;
  const situation = situationOf(state);
  const answer = await stage.ask(step, buildAsk(stage, situation, refused), (settled) =>
    settled.ok ? [draftSuggested(state, step, settled, decide(state, situation, step, settled))] : [],
  );
  if (!answer.ok) throw failAnswer(state, step, answer);
  return { value: answer.value, decision: decide(state, situation, step, answer) };
}

function buildAsk(
  stage: Stage<RunState>,
  situation: Situation,
  refused: RefusedSuggestion | null,
): Ask<Suggestion, ExplorerBrief> {
  const { state, seed } = stage;
  const brief: ExplorerBrief = {
    task: 'explorer',
    seed,
    frame: state.game?.cells ?? '',
    frameNumber: state.game?.frame ?? 0,
    mask: state.hud,
    situation,
    environment: state.knowledge.environment,
    history: () => readHistory(stage),
    refused,
  };
  return {
    role: 'explorer',
    purpose: 'next_action_suggestion',
    brief,
    messages: explorerMessages(brief),
    schema: suggestion,
    schemaName: 'next_action_suggestion',
    profile: state.config.profiles.explorer,
    // One more is for what the action comes to.
    maxCalls: callsLeft(state) - 1,
  };
}

type Answered = Extract<Answer<Suggestion>, { ok: true }>;

/** Pure in the state before the ask and the answer: a replay decides the same. */
function decide(
  state: RunState,
  situation: Situation,
  step: 'suggest' | 'resuggest',
  answer: Answered,
): Decision {
  const validated = validateSuggestion(situation, answer.value);
  if (validated.refusals.length === 0) return { by: 'accepted', choice: validated.choice, validated };
  if (step === 'suggest' && callsLeft(state) - answer.calls >= CALLS_PER_TURN) {
    return { by: 'refused', choice: validated.choice, validated };
  }
  return { by: 'service', choice: pickAction(situation), validated };
}

const NOTHING = { target: null, setup: [] };

/** Actions as their ids; where a click goes, beside the target. */
function describeChoice({ target, setup }: Choice): JsonObject {
  const click = target?.x === undefined ? {} : { targetX: target.x, targetY: target.y ?? 0 };
  return { target: target?.id ?? null, ...click, setup: setup.map(actionKey) };
}

function draftSuggested(
  state: RunState,
  step: string,
  answer: Answered,
  { by, choice, validated }: Decision,
): EventDraft {
  return {
    kind: 'action.suggested',
    actor: 'agent',
    turn: state.rounds,
    payload: {
      step,
      suggestion: answer.value as JsonObject,
      decision: by,
      refusals: validated.refusals.map((refusal) => ({ ...refusal })),
      dropped: validated.dropped.map((drop) => ({ ...drop })),
      ...(by === 'refused' ? NOTHING : describeChoice(choice)),
      reason: choice.reason,
      frame: state.game?.frame ?? null,
      provider: answer.provider,
      rung: answer.rung,
      calls: answer.calls,
    },
  };
}
