import type { z } from 'zod';
import { actionsForKind } from '../actions';
import { giveCommand } from '../adventure/actions';
import type { Json, JsonObject } from '../base/json';
import { giveCommand as giveCommandBody } from '../contract/adventures';
import type { CreateHook, HookTurn, Verification } from '../contract/hooks';
import { isAdventure } from '../contract/ids';
import { describeIssues, fail, ok, type Result } from '../contract/problems';
import { turnInput } from '../contract/rounds';
import { type AnyAction, readInput, unknownAction } from '../room/actions';
import { takeTurn } from '../scene/actions/rounds';

interface HookProblem {
  pointer: string;
  message: string;
}

/** Checks that the hook's schema cannot express. */
export function checkHook(
  hook: Pick<CreateHook, 'room' | 'verify' | 'secret' | 'turn' | 'responseUrl'>,
): HookProblem[] {
  return [
    ...checkSecret(hook.verify, hook.secret),
    ...checkTurn(hook.room, hook.turn, hook.responseUrl ?? null),
  ];
}

export function checkTurn(room: string, turn: HookTurn, responseUrl: string | null): HookProblem[] {
  if ('action' in turn) return checkAction(room, turn.action);
  const kind = actionKind(turn);
  const wrong: HookProblem[] = [];
  const isForScene = kind === 'text' || kind === 'type';
  if (room.startsWith('scn_') !== isForScene) {
    const message = isForScene
      ? 'a run needs `command` or `verb`'
      : 'a scene needs `text`, or {"type": "continuation"}';
    wrong.push({ pointer: '/turn', message });
  } else if (kind === 'command' && !isAdventure(room)) {
    wrong.push({ pointer: '/turn', message: 'only text adventures accept commands; use `verb`' });
  }
  const template = 'text' in turn ? turn.text : 'command' in turn ? turn.command : '';
  const message = checkTemplate(template);
  if (message !== null) wrong.push({ pointer: `/turn/${kind}`, message });
  if (kind === 'verb' && responseUrl !== null)
    wrong.push({
      pointer: '/responseUrl',
      message: 'a verb has no result; remove it, and create a webhook for events',
    });
  return wrong;
}

const checkAction = (room: string, name: string): HookProblem[] =>
  actionsForKind(room).some((action) => action.name === name && action.hook)
    ? []
    : [{ pointer: '/turn/action', message: 'hooks of this room cannot perform it' }];

const actionKind = (turn: Exclude<HookTurn, { action: string }>): 'text' | 'command' | 'verb' | 'type' =>
  'text' in turn ? 'text' : 'command' in turn ? 'command' : 'verb' in turn ? 'verb' : 'type';

export function checkSecret(verify: Verification, secret: string | undefined): HookProblem[] {
  const pointer = '/secret';
  if (secret === undefined) {
    if (verify === 'slack') return [{ pointer, message: 'set the signing secret of the Slack app' }];
    if (verify === 'discord') return [{ pointer, message: 'set the public key of the Discord application' }];
    return [];
  }
  if (verify === 'discord' && !/^[0-9a-f]{64}$/i.test(secret))
    return [{ pointer, message: 'must be 64 hexadecimal digits, as Discord shows the public key' }];
  if (verify === 'standard' && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret))
    return [{ pointer, message: 'must be whsec_ followed by the base64 of at least 24 bytes' }];
  if (secret.length < 16) return [{ pointer, message: 'must have at least 16 characters' }];
  return [];
}

export interface PlacedAction {
  action: string;
  body?: unknown;
}

/**
 * Converts a payload into an input. Payload fields can only become text; the hook determines speaker and
 * recipients.
 *
 * @returns `unprocessable` if a field is missing, or the result is too long or empty
 */
export function placeDelivery(turn: HookTurn, payload: JsonObject): Result<PlacedAction> {
  if ('type' in turn) return ok({ action: takeTurn.name, body: { type: turn.type, to: turn.to } });
  if ('verb' in turn) return ok({ action: `${turn.verb}Run` });
  if ('action' in turn) return placeAction(turn, payload);
  if ('command' in turn) {
    const command = renderTemplate(turn.command, payload);
    if (!command.ok) return command;
    return checkBody(giveCommand.name, giveCommandBody, { command: command.value, mode: turn.mode });
  }
  const text = renderTemplate(turn.text, payload);
  if (!text.ok) return text;
  const { personaId, to } = turn;
  const body = { type: 'user', text: text.value, to, ...(personaId ? { personaId } : {}) };
  return checkBody(takeTurn.name, turnInput, body);
}

function checkBody(action: string, schema: z.ZodType, body: unknown): Result<PlacedAction> {
  const check = schema.safeParse(body);
  return check.success
    ? ok({ action, body: check.data })
    : tooManyPlaces(describeIssues(check.error.issues, 'json'));
}

/** Fills the templates in an action's body and validates it as a route would. */
export function placeAction(
  { action: name, body = {} }: { action: string; body?: JsonObject | undefined },
  payload: JsonObject,
  actions: readonly AnyAction[] = ['scn_', 'run_', 'adv_'].flatMap(actionsForKind),
): Result<PlacedAction> {
  const filling = fillTemplates(body, payload);
  if (!filling.ok) return filling;
  const action = actions.find((one) => one.name === name);
  if (!action) return fail(unknownAction(name));
  const check = readInput(action, { body: action.body ? filling.value : undefined });
  if (check.ok) return ok({ action: name, body: check.value.body });
  return check.failure.code === 'invalid' ? tooManyPlaces(check.failure.errors) : check;
}

function fillTemplates(value: Json, payload: JsonObject): Result<Json> {
  if (typeof value === 'string') return renderTemplate(value, payload);
  if (typeof value !== 'object' || value === null) return ok(value);
  const entries: [string, Json][] = [];
  for (const [key, inner] of Object.entries(value)) {
    const part = fillTemplates(inner, payload);
    if (!part.ok) return part;
    entries.push([key, part.value]);
  }
  return ok(Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries));
}

const tooManyPlaces = (errors: { message: string }[]): Result<never> =>
  fail({
    code: 'unprocessable',
    detail: 'The payload and the template do not result in a valid input.',
    errors: errors.map(({ message }) => ({ pointer: '', message })),
  });

const MAX_PLACES = 50;
/** Trim white space separately: matching it here would be slow on a template of only spaces. */
const PLACE = /\{\{([^{}]*)\}\}/g;
const PATH = /^[\p{L}\p{N}_$@-]+(?:\.[\p{L}\p{N}_$@-]+)*$/u;

/** Validates a template without a payload; null if it is valid. */
export function checkTemplate(template: string): string | null {
  const places = [...template.matchAll(PLACE)].map(([, path = '']) => path.trim());
  const wrong = places.find((path) => !PATH.test(path));
  if (wrong !== undefined)
    return `"{{${wrong}}}" is not a valid path; write {{field.inner.0}}, with names separated by dots`;
  if (places.length > MAX_PLACES) return `has more than ${MAX_PLACES} placeholders`;
  const rest = template.replace(PLACE, '');
  return rest.includes('{{') || rest.includes('}}') ? 'has an unmatched {{ or }}' : null;
}

/**
 * Fills a template with fields of a payload. Field values are inserted as text and never interpreted as
 * placeholders.
 *
 * @returns `unprocessable` with a JSON Pointer for each field that is missing, null, or not a text, number or
 * boolean
 */
export function renderTemplate(template: string, payload: JsonObject): Result<string> {
  const errors: { pointer: string; message: string }[] = [];
  const text = template.replace(PLACE, (_, place: string) => {
    const path = place.trim();
    const value = lookUp(payload, path.split('.'));
    if (typeof value === 'string') return clean(value);
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    errors.push({ pointer: toPointer(path), message: describe(value) });
    return '';
  });
  if (errors.length === 0) return ok(text);
  return fail({
    code: 'unprocessable',
    detail: "The payload lacks fields of the hook's template.",
    errors,
  });
}

/** Own fields only, so that `constructor` is not found by inheritance. */
function lookUp(payload: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = payload;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

const toPointer = (path: string): string => `/${path.split('.').join('/')}`;

function describe(value: Json | undefined): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'is null';
  return Array.isArray(value)
    ? 'is a list; refer to one of its entries, such as .0'
    : 'is an object; refer to one of its fields';
}

/** Removes invisible control characters from the player's text, except line breaks and tabs. */
const clean = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
