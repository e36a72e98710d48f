import { giveCommand } from '../api/adventures';
import type { CreateHook, HookTurn, Verification } from '../api/hooks';
import { isAdventure } from '../api/ids';
import { describeIssues, fail, ok, type Result } from '../api/problems';
import { type TurnInput, turnInput } from '../api/rounds';
import type { Json, JsonObject } from '../base/json';

interface Wrong {
  pointer: string;
  message: string;
}

/** What is wrong with a hook for that room, beside its shape. */
export function checkHook(
  hook: Pick<CreateHook, 'room' | 'verify' | 'secret' | 'turn' | 'responseUrl'>,
): Wrong[] {
  return [
    ...checkSecret(hook.verify, hook.secret),
    ...checkTurn(hook.room, hook.turn, hook.responseUrl ?? null),
  ];
}

/** What is wrong with what deliveries are to become in a room. */
export function checkTurn(room: string, turn: HookTurn, responseUrl: string | null): Wrong[] {
  const kind = kindOf(turn);
  const wrong: Wrong[] = [];
  const isForScene = kind === 'text' || kind === 'type';
  if (room.startsWith('scn_') !== isForScene) {
    const message = isForScene
      ? 'a run takes `command` or `verb`'
      : 'a scene takes `text`, or {"type": "continuation"}';
    wrong.push({ pointer: '/turn', message });
  } else if (kind === 'command' && !isAdventure(room)) {
    wrong.push({ pointer: '/turn', message: 'only a text adventure takes commands: use `verb`' });
  }
  const template = 'text' in turn ? turn.text : 'command' in turn ? turn.command : '';
  const message = checkTemplate(template);
  if (message !== null) wrong.push({ pointer: `/turn/${kind}`, message });
  if (kind === 'verb' && responseUrl !== null)
    wrong.push({
      pointer: '/responseUrl',
      message: 'a verb has no result: leave it out, and subscribe to events',
    });
  return wrong;
}

/** The field that says what it is. */
const kindOf = (turn: HookTurn): 'text' | 'command' | 'verb' | 'type' =>
  'text' in turn ? 'text' : 'command' in turn ? 'command' : 'verb' in turn ? 'verb' : 'type';

/** What is wrong with a secret that was given, or was not. */
export function checkSecret(verify: Verification, secret: string | undefined): Wrong[] {
  const pointer = '/secret';
  if (secret === undefined) {
    if (verify === 'slack') return [{ pointer, message: 'give the signing secret of the Slack app' }];
    if (verify === 'discord') return [{ pointer, message: 'give the public key of the Discord application' }];
    return [];
  }
  if (verify === 'discord' && !/^[0-9a-f]{64}$/i.test(secret))
    return [{ pointer, message: 'must be 64 hexadecimal digits, as Discord shows the public key' }];
  if (verify === 'standard' && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret))
    return [{ pointer, message: 'must be whsec_ and the base64 of at least 24 bytes' }];
  if (secret.length < 16) return [{ pointer, message: 'must have at least 16 characters' }];
  return [];
}

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

/** Most places of one template. */
const MAX_PLACES = 50;
/** White space around a path is taken off by hand: two ways to match it would be slow on a template of nothing else. */
const PLACE = /\{\{([^{}]*)\}\}/g;
const PATH = /^[\p{L}\p{N}_$@-]+(?:\.[\p{L}\p{N}_$@-]+)*$/u;

/** What is wrong with a template, before any payload has come; null: nothing. */
export function checkTemplate(template: string): string | null {
  const places = [...template.matchAll(PLACE)].map(([, path = '']) => path.trim());
  const wrong = places.find((path) => !PATH.test(path));
  if (wrong !== undefined)
    return `"{{${wrong}}}" is no path: write {{field.inner.0}}, names parted by points`;
  if (places.length > MAX_PLACES) return `has more than ${MAX_PLACES} places`;
  const rest = template.replace(PLACE, '');
  return rest.includes('{{') || rest.includes('}}') ? 'has a {{ or }} without its other half' : null;
}

/**
 * The text of a template with the fields of a payload in their places, as they are: whatever a field holds is part of what
 * the player says, and nothing in it is a place again.
 *
 * @returns `unprocessable` with a JSON Pointer into the payload for every field that is missing, null, or no text,
 *   number or truth value
 */
export function renderTemplate(template: string, payload: JsonObject): Result<string> {
  const errors: { pointer: string; message: string }[] = [];
  const text = template.replace(PLACE, (_, place: string) => {
    const path = place.trim();
    const found = lookUp(payload, path.split('.'));
    if (typeof found === 'string') return clean(found);
    if (typeof found === 'number' || typeof found === 'boolean') return String(found);
    errors.push({ pointer: toPointer(path), message: describe(found) });
    return '';
  });
  if (errors.length === 0) return ok(text);
  return fail({
    code: 'unprocessable',
    detail: 'The payload does not have what the template of this hook names.',
    errors,
  });
}

/** Own fields only: `constructor` is a field when the payload has one. */
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
    ? 'is a list; name one of its entries, as in .0'
    : 'is an object; name one of its fields';
}

/** Control characters would be invisible in what the player is seen to say; line ends and tabs stay. */
const clean = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
