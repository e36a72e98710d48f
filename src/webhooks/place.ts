import { giveCommand as giveCommandBody } from '../api/adventures';
import type { HookTurn } from '../api/hooks';
import { describeIssues, fail, ok, type Result } from '../api/problems';
import { turnInput } from '../api/rounds';
import type { Json, JsonObject } from '../base/json';
import { actionsOf } from '../engines/actions';
import { giveCommand } from '../engines/adventure/actions';
import { takeTurn } from '../engines/scene/actions/rounds';
import { type AnyAction, readInput, unknownAction } from '../room/actions';
import { renderTemplate } from './template';

/** An action that a room is asked for, by name, with its checked body. */
export interface Placed {
  action: string;
  body?: unknown;
}

/**
 * The input that a payload becomes. A field of the payload can only ever be part of what is said: who says it, and to
 * whom, is the hook's.
 *
 * @returns `unprocessable` when the payload lacks a field, or what came of it is too long or empty
 */
export function placeDelivery(turn: HookTurn, payload: JsonObject): Result<Placed> {
  if ('type' in turn) return ok({ action: takeTurn.name, body: { type: turn.type, to: turn.to } });
  if ('verb' in turn) return ok({ action: `${turn.verb}Run` });
  if ('action' in turn) return placeAction(turn, payload);
  if ('command' in turn) {
    const command = renderTemplate(turn.command, payload);
    if (!command.ok) return command;
    const parsed = giveCommandBody.safeParse({ command: command.value, mode: turn.mode });
    return parsed.success
      ? ok({ action: giveCommand.name, body: parsed.data })
      : tooMuch(describeIssues(parsed.error.issues, 'json'));
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
  return parsed.success
    ? ok({ action: takeTurn.name, body: parsed.data })
    : tooMuch(describeIssues(parsed.error.issues, 'json'));
}

/** Fills the templates of an action's body, and checks it as a route would. */
export function placeAction(
  { action: name, body = {} }: { action: string; body?: JsonObject | undefined },
  payload: JsonObject,
  actions: readonly AnyAction[] = ['scn_', 'run_', 'adv_'].flatMap(actionsOf),
): Result<Placed> {
  const filled = fillTemplates(body, payload);
  if (!filled.ok) return filled;
  const action = actions.find((one) => one.name === name);
  if (!action) return fail(unknownAction(name));
  const read = readInput(action, { body: action.body ? filled.value : undefined });
  if (read.ok) return ok({ action: name, body: read.value.body });
  return read.failure.code === 'invalid' ? tooMuch(read.failure.errors) : read;
}

/** Fills the templates in every string of a value. */
function fillTemplates(value: Json, payload: JsonObject): Result<Json> {
  if (typeof value === 'string') return renderTemplate(value, payload);
  if (typeof value !== 'object' || value === null) return ok(value);
  const filled: [string, Json][] = [];
  for (const [key, inner] of Object.entries(value)) {
    const part = fillTemplates(inner, payload);
    if (!part.ok) return part;
    filled.push([key, part.value]);
  }
  return ok(Array.isArray(value) ? filled.map(([, part]) => part) : Object.fromEntries(filled));
}

const tooMuch = (errors: { message: string }[]): Result<never> =>
  fail({
    code: 'unprocessable',
    detail: 'What the template makes of this payload is no input.',
    errors: errors.map(({ message }) => ({ pointer: '', message })),
  });
