import { z } from 'zod';
import { cleanText } from '../../../base/foreign-values';
import { ACTION_IDS, type ActionId } from '../../../contract/agents';
import type { Event, EventDraft, PayloadOf } from '../../../contract/events/events';
import { fail, ok, type Result } from '../../../contract/problems';
import { gameRef } from '../../../contract/run-parts';
import { UNDERSTUDY_PROFILE } from '../../../model/understudy-profile';
import { REMOTE_PREFIX } from '../driver';
import { type ArcFrame, readArcFrame } from './frame';

/** Maximum steps, the same as for a run. */
const MAX_STEPS = 2_000;
const MAX_REASONING = 2_000;
/** Placeholder; recordings don't name their agent. */
const PROVIDER = 'recording';

const line = z.object({
  timestamp: z.string().max(100).optional(),
  data: z.record(z.string(), z.unknown()),
});
const input = z.object({
  id: z.union([z.int().min(0).max(7), z.string()]),
  data: z
    .object({ x: z.int().min(0).max(63).nullish(), y: z.int().min(0).max(63).nullish() })
    .nullish()
    .catch(null),
  reasoning: z.unknown().optional(),
});

interface RecordedStep {
  at: string;
  gameId: string;
  /** Null: a RESET. */
  action: { id: ActionId; x?: number; y?: number } | null;
  reasoning: string;
  shown: ArcFrame;
}

/**
 * Converts a recording of ARC-AGI-3-Agents into the ledger of a finished run: a turn per action, with the
 * agent's reasoning. Skips lines without a frame, such as the final scorecard. ARC-AGI-3-Agents may record
 * RESET as the action of every line; such a recording is imported for its boards, with a note in title and
 * steps that actions are missing.
 *
 * @param text JSON lines of `{timestamp, data}` (src/runs/games/recording.ts)
 * @param now ISO 8601 time for lines without one
 * @returns `invalid` with the number of the faulty line
 */
export function readRecording(text: string, now: string): Result<Event[]> {
  const steps: RecordedStep[] = [];
  let at = now;
  for (const [index, one] of text.split('\n').entries()) {
    if (one.trim() === '') continue;
    const step = readStep(one, at);
    if (typeof step === 'string') return refuse(`line ${index + 1}: ${step}`);
    if (!step) continue;
    if (steps.length === MAX_STEPS) return refuse(`it has more than ${MAX_STEPS} steps`);
    at = step.at;
    steps.push(step);
  }
  const [first] = steps;
  if (!first) return refuse('it has no line with a frame');
  const game = `${REMOTE_PREFIX}${first.gameId}`;
  if (!gameRef.safeParse(game).success) return refuse(`"${cleanText(first.gameId, 80)}" is no id of a game`);
  return ok(writeLedger(game, steps));
}

const refuse = (message: string) =>
  fail({ code: 'invalid', errors: [{ pointer: '', message: `the recording is broken: ${message}` }] });

/** @returns the step, null for a line without a frame, or an error */
function readStep(text: string, before: string): RecordedStep | null | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  const parsedLine = line.safeParse(json);
  if (!parsedLine.success) return 'it has no `data`';
  const { timestamp, data } = parsedLine.data;
  if (!Array.isArray(data.frame) || data.frame.length === 0) return null;
  const frameRead = readArcFrame(data, PROVIDER);
  if (!frameRead.ok) return frameRead.message;
  const gameId = typeof data.game_id === 'string' ? data.game_id : '';
  const parsedInput = input.safeParse(data.action_input ?? { id: 0 });
  if (!parsedInput.success) return '`action_input` is none';
  const { id, data: place, reasoning } = parsedInput.data;
  const action = readAction(id);
  if (action === undefined) return `"${String(id).slice(0, 40)}" is no action`;
  const time = Date.parse(timestamp ?? '');
  const { x, y } = place ?? {};
  const click = action === 'ACTION6' && typeof x === 'number' && typeof y === 'number' ? { x, y } : {};
  return {
    at: Number.isFinite(time) ? new Date(time).toISOString() : before,
    gameId,
    action: action && { id: action, ...click },
    reasoning: formatReasoning(reasoning),
    shown: frameRead.frame,
  };
}

/** An action by number or name; null for RESET, undefined if unknown. */
function readAction(id: number | string): ActionId | null | undefined {
  if (id === 0 || id === 'RESET' || id === '0') return null;
  return ACTION_IDS.find((one) => one === id || one === `ACTION${id}`);
}

/** The reasoning's text, or all of it as JSON. */
function formatReasoning(reasoning: unknown): string {
  if (reasoning === undefined || reasoning === null) return '';
  const fields = typeof reasoning === 'object' ? (reasoning as Record<string, unknown>) : {};
  const plain = [fields.reasoning, fields.reason, fields.thought].find((one) => typeof one === 'string');
  const text = typeof reasoning === 'string' ? reasoning : (plain ?? JSON.stringify(reasoning));
  return cleanText(String(text), MAX_REASONING);
}

/** True if the boards change although no line has an action. */
const lacksActions = ([first, ...others]: readonly RecordedStep[]): boolean =>
  [first, ...others].every((step) => step?.action === null) &&
  others.some(({ shown }) => shown.frames.at(-1) !== first?.shown.frames.at(-1));

const NO_ACTION = 'the recording does not say which action led to this board';

function writeLedger(game: string, steps: readonly RecordedStep[]): Event[] {
  const isBoardsOnly = lacksActions(steps);
  const events: Event[] = [];
  let at = steps[0]?.at ?? '';
  const add = (draft: EventDraft) => {
    events.push({ seq: events.length + 1, at, audience: ['*'], ...draft } as Event);
  };
  const actions = steps.filter(({ action }) => action !== null).length;
  const budgets = { actions: Math.max(1, actions), calls: 1 };
  // A finished run makes no model calls.
  const profiles = { explorer: UNDERSTUDY_PROFILE, analyst: UNDERSTUDY_PROFILE };
  const config = { game, profiles, budgets, seed: 'recording' };
  add({
    kind: 'run.created',
    actor: 'system',
    payload: {
      id: `run_${'0'.repeat(20)}`,
      title: `Recording of ${game.slice(REMOTE_PREFIX.length)}${isBoardsOnly ? ' (actions not recorded)' : ''}`,
      config,
    },
  });
  add({ kind: 'run.started', actor: 'system', payload: { steps: null } });
  let turn = 0;
  let actionCount = 0;
  let frame = 0;
  let level = 0;
  let isOver = false;
  for (const step of steps) {
    const { shown, action, reasoning } = step;
    at = step.at;
    turn += 1;
    const state = { snapshot: {}, state: shown.state, level: shown.levelsCompleted };
    const game = {
      ...{ ...state, available: shown.availableActions, inDoubt: false },
      note: isBoardsOnly && frame > 0 ? NO_ACTION : null,
      ...(shown.winLevels !== null && { winLevels: shown.winLevels }),
    };
    const start = { n: turn, attempt: 1, version: 'recording', inputSeq: events.length, inputs: [] };
    // The second event started the run.
    add({
      kind: 'turn.started',
      actor: 'system',
      turn,
      payload: { ...start, by: 2, seed: '', firstStep: 1 },
    });
    if (action === null) {
      const reason = resetReason(frame === 0, isOver);
      add({ kind: 'game.reset', actor: 'game', turn, payload: { reason, ...game } });
    } else {
      actionCount += 1;
      add({
        kind: 'action.suggested',
        actor: 'agent',
        turn,
        payload: suggestionEvent(action, reasoning, frame),
      });
      const sending = {
        action: action.id,
        ...readClick(action),
        role: 'target' as const,
        beforeFrame: frame,
      };
      add({ kind: 'action.executed', actor: 'game', turn, payload: { ...sending, ...game } });
    }
    const picture = { n: frame + 1, cells: shown.frames.at(-1) ?? '', animation: shown.frames.slice(0, -1) };
    const isReset = action === null;
    const label = frame === 0 && isReset ? 'start' : isReset ? 'reset' : 'after';
    const origin = { action: action && actionKey(action), fromKey: null, walkable: false };
    add({ kind: 'frame.captured', actor: 'game', turn, payload: { ...picture, label, ...origin } });
    frame += 1;
    if (action && shown.levelsCompleted > level) {
      const levelUp = { level: shown.levelsCompleted, action: action.id, role: 'target' as const, frame };
      add({ kind: 'level.completed', actor: 'game', turn, payload: levelUp });
    }
    level = shown.levelsCompleted;
    isOver = shown.state !== 'NOT_FINISHED';
    const completion = { n: turn, outcome: 'played' as const, action: action?.id ?? null };
    const counts = { actions: actionCount, calls: 0 };
    add({
      kind: 'turn.completed',
      actor: 'system',
      turn,
      payload: { ...completion, answered: null, used: counts },
    });
  }
  const reason = steps.at(-1)?.shown.state === 'WIN' ? 'win' : 'stopped';
  add({ kind: 'run.finished', actor: 'system', payload: { reason } });
  return events;
}

const resetReason = (isFirst: boolean, isOver: boolean): PayloadOf<'game.reset'>['reason'] =>
  isFirst ? 'start' : isOver ? 'game_over' : 'asked';

type Click = NonNullable<RecordedStep['action']>;
const readClick = ({ x, y }: Click) => (x === undefined || y === undefined ? {} : { x, y });
const actionKey = ({ id, x, y }: Click): string => (x === undefined ? id : `${id}@${x},${y}`);

function suggestionEvent(action: Click, reasoning: string, frame: number): PayloadOf<'action.suggested'> {
  const { id, x = null, y = null } = action;
  return {
    step: 'suggest',
    suggestion: {
      current_board_assessment: '',
      reasoning,
      target_action: id,
      target_x: x,
      target_y: y,
      setup_sequence: [],
      expected_information_gain: '',
      expects_change: null,
    },
    fallback: false,
    decision: 'accepted',
    refusals: [],
    dropped: [],
    target: id,
    ...(x !== null && y !== null && { targetX: x, targetY: y }),
    setup: [],
    reason: reasoning,
    frame: frame === 0 ? null : frame,
    provider: PROVIDER,
    rung: null,
    calls: 0,
  };
}
