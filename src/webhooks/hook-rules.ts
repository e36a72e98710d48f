import type { CreateHook, HookTurn, Verification } from '../api/hooks';
import { isAdventure } from '../api/ids';
import { actionsOf } from '../engines/actions';
import { checkTemplate } from './template';

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
  if ('action' in turn) return checkAction(room, turn.action);
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

/** Checks that a room has an action, and that hooks may do it. */
const checkAction = (room: string, name: string): Wrong[] =>
  actionsOf(room).some((action) => action.name === name && action.hook)
    ? []
    : [{ pointer: '/turn/action', message: 'no hook of this room may do it' }];

/** The field that says what it is. */
const kindOf = (turn: Exclude<HookTurn, { action: string }>): 'text' | 'command' | 'verb' | 'type' =>
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
