import { giveCommand } from '../api/adventures';
import type { HookTurn } from '../api/hooks';
import { describeIssues, fail, ok, type Result } from '../api/problems';
import { type TurnInput, turnInput } from '../api/rounds';
import type { JsonObject } from '../base/json';
import { renderTemplate } from './template';

/** What a room is asked for. */
export type Placed =
  | { of: 'turn'; input: TurnInput }
  | { of: 'command'; command: { command: string; mode: 'take' | 'suggest' } }
  | { of: 'verb'; verb: 'start' | 'pause' | 'resume' | 'stop' | 'step' };

/**
 * The input that a payload becomes. A field of the payload can only ever be part of what is said: who says it, and to
 * whom, is the hook's.
 *
 * @returns `unprocessable` when the payload lacks a field, or what came of it is too long or empty
 */
export function placeDelivery(turn: HookTurn, payload: JsonObject): Result<Placed> {
  if ('type' in turn) return ok({ of: 'turn', input: { type: turn.type, to: turn.to } });
  if ('verb' in turn) return ok({ of: 'verb', verb: turn.verb });
  if ('command' in turn) {
    const command = renderTemplate(turn.command, payload);
    if (!command.ok) return command;
    const parsed = giveCommand.safeParse({ command: command.value, mode: turn.mode });
    return parsed.success ? ok({ of: 'command', command: parsed.data }) : tooMuch(parsed.error.issues);
  }
  const text = renderTemplate(turn.text, payload);
  if (!text.ok) return text;
  const { personaId, to } = turn;
  const parsed = turnInput.safeParse({
    type: 'user',
    text: text.value,
    to,
    ...(personaId ? { personaId } : {}),
  });
  return parsed.success ? ok({ of: 'turn', input: parsed.data }) : tooMuch(parsed.error.issues);
}

const tooMuch = (issues: Parameters<typeof describeIssues>[0]): Result<never> =>
  fail({
    code: 'unprocessable',
    detail: 'What the template makes of this payload is no input.',
    errors: describeIssues(issues, 'json').map(({ message }) => ({ pointer: '', message })),
  });
