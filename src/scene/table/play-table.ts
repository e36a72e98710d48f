import type { CountTokens } from '../../base/tokens';
import type { EventDraft } from '../../contract/events/events';
import { RoundFailure, type StepContext } from '../../room/step-context';
import { type AgentInputs, gatherInputs } from '../round/agents';
import { askAgent } from '../round/ask-agent';
import { characterName, plainCue } from '../round/director';
import { decideLine, lineEvents, type Turn } from '../round/lines';
import { Recorder } from '../round/record';
import type { Line, TableState } from '../state';
import { characterId, type SceneState } from '../state';
import { askClue } from './clue';
import { askJudge, readVerdict } from './judge';
import { guardWords, isOver } from './state';

/** Most earlier lines that are loaded: more than fit any window. */
const MAX_LINES = 1000;

/**
 * Plays one round of a table game (docs/direct.md#table-games): the clues of people first, then each
 * character gives one clue, in cast order, after hearing all earlier lines. After every `tickEvery` rounds
 * and after the last, the judge decides. No director, memories or summaries: all lines are in the prompt.
 *
 * A player whose answer has no clue is skipped and recorded. The last round ends the game regardless of the
 * judge's answer.
 *
 * @throws RoundFailure if a model is unreachable, or if no player gave a clue; then the round must restart
 */
export function playTableRound(
  ctx: StepContext<SceneState>,
  count: CountTokens,
  table: TableState,
): Promise<void> {
  const recorder = new Recorder();
  const round = ctx.state.open?.n ?? ctx.state.rounds;
  return recorder.keep(round, () => play(ctx, count, table, recorder));
}

async function play(
  ctx: StepContext<SceneState>,
  count: CountTokens,
  table: TableState,
  recorder: Recorder,
): Promise<void> {
  const { state, seed } = ctx;
  if (isOver(state)) {
    const detail = 'the game of this scene is over';
    throw new RoundFailure({ code: 'conflict', detail, fix: 'Create another scene.' }, '');
  }
  const round = state.open?.n ?? state.rounds;
  const tools = { count, seed };
  const turns = Object.keys(table.dealt)
    .filter((id) => !table.people.includes(id))
    .map((id) => takeTurn(state, round, id));
  // Without summaries, every line of the game counts as unsummarized: load all of them, and let the budget
  // decide which fit.
  const gatheredInputs = gatherInputs(ctx, Math.min(state.summary.unsummarized, MAX_LINES));
  const historyWindow = Math.max(state.historyWindow, gatheredInputs.past.length);
  const promptInputs = { ...gatheredInputs, state: { ...state, historyWindow } };
  const silent = table.people.filter(
    (id) => !promptInputs.inputs.some(({ actor }) => actor === `persona:${id}`),
  );
  for (const id of silent) recorder.note(`${id} gave no clue`);
  const open = withoutWords(promptInputs, table, recorder);
  const replies: Line[] = [];
  const skippedIds: string[] = [...silent];

  await ctx.commit('table', announce(round, turns[0]));
  for (const [index, turn] of turns.entries()) {
    const { id } = turn.cue;
    const request = askClue({ ...open, replies: [...replies], skipped: [...skippedIds] }, table, id, tools);
    const { line } = await askAgent(ctx, recorder, `clue:${id}`, turn.actor, request, {
      decide: (result) => decideLine(turn, result),
      events: (spoken) => [...lineEvents(turn, spoken), ...announce(round, turns[index + 1])],
    });
    if (line) replies.push(line);
    else skippedIds.push(id);
  }
  if (replies.length === 0) {
    const detail = 'no player gave a clue';
    const fix = 'Retry the round, or use another model.';
    const failure = { code: 'model_failed' as const, purpose: 'give clues', detail, fix };
    throw new RoundFailure(failure, '', 'restart');
  }

  const { rounds, tickEvery } = state.game ?? { rounds: 1, tickEvery: 1 };
  const roundCount = table.round + 1;
  const isLast = roundCount >= rounds;
  const drafts: EventDraft[] = [];
  if (isLast || roundCount % tickEvery === 0) {
    const request = askJudge({ ...promptInputs, replies, skipped: skippedIds }, table, isLast, tools);
    const ruling = await askAgent(ctx, recorder, 'judge', 'judge', request, {
      decide: ({ answer }) => readVerdict(state, table, round, isLast, answer),
    });
    drafts.push(...ruling.drafts);
    recorder.note(...ruling.notes);
  }
  const actors = replies.flatMap(({ actor }) => characterId(actor) ?? []);
  // Store the verdict, the reveal and the end of the round together, so that a game can't end halfway.
  await ctx.commit('close', [...drafts, ...recorder.close(round, actors, skippedIds)]);
}

const takeTurn = (state: SceneState, round: number, id: string): Turn => ({
  ...{ round, pass: 1, cue: plainCue(id), actor: `character:${id}`, name: characterName(state, id) },
  thoughts: state.settings.thoughts,
});

function announce(round: number, turn: Turn | undefined): EventDraft[] {
  if (!turn) return [];
  return [{ kind: 'character.started', actor: turn.actor, round, payload: { pass: 1, name: turn.name } }];
}

/**
 * Removes lines with a dealt word. A person may say one by accident; the players then don't see that line.
 */
function withoutWords(agentInputs: AgentInputs, table: TableState, recorder: Recorder): AgentInputs {
  const guard = guardWords(table);
  const isClean = ({ text, name }: Line): boolean => !guard.leaks(text) && !guard.leaks(name);
  for (const { seq, name } of agentInputs.inputs.filter((line) => !isClean(line))) {
    recorder.note(`the players do not hear line ${seq} of ${name}: it says a dealt word`);
  }
  return {
    ...agentInputs,
    past: agentInputs.past.filter(isClean),
    inputs: agentInputs.inputs.filter(isClean),
  };
}
