import type { HookDelivery, HookTurn, Verification } from '../../../src/contract/hooks';

export const SENDERS: Record<Verification, string> = {
  bearer: 'my own program',
  github: 'GitHub',
  slack: 'Slack',
  discord: 'Discord',
  standard: 'a Standard Webhooks service, such as another Proscenium server',
};
export const SENDER_NAMES: Record<Verification, string> = {
  ...SENDERS,
  bearer: 'My own program',
  standard: 'Standard Webhooks',
};

/** Secrets that the sender creates, by the sender's name for them. */
export const PROVIDED_SECRETS: Partial<Record<Verification, { name: string; where: string }>> = {
  slack: { name: 'Signing secret of the Slack app', where: 'api.slack.com/apps, Basic Information' },
  discord: {
    name: 'Public key of the Discord application',
    where: 'discord.com/developers, General Information',
  },
};

/** Default templates for the usual payload of each sender. */
export const TEMPLATES: Record<Verification, string> = {
  bearer: '{{text}}',
  github: '{{sender.login}} pushed to {{repository.full_name}}.',
  slack: '{{text}}',
  discord: '{{data.options.0.value}}',
  standard: '{{data.payload.text}}',
};

export type TurnKind = 'text' | 'continuation' | 'take' | 'suggest' | RunVerb;
type RunVerb = Extract<HookTurn, { verb: unknown }>['verb'];

const VERB_CHOICES: readonly (readonly [RunVerb, string])[] = [
  ['step', 'plays one turn'],
  ['start', 'starts the run'],
  ['pause', 'pauses the run'],
  ['resume', 'resumes the run'],
  ['stop', 'ends the run'],
];

/** Lists the possible actions of deliveries to a room. */
export function turnChoices(room: string): readonly (readonly [TurnKind, string])[] {
  if (room.startsWith('scn_'))
    return [['text', 'says a line'] as const, ['continuation', 'continues the scene'] as const];
  if (!room.startsWith('adv_')) return VERB_CHOICES;
  return [['take', 'plays a command'] as const, ['suggest', 'suggests a command'] as const, ...VERB_CHOICES];
}

export const hasTemplate = (kind: TurnKind): boolean => ['text', 'take', 'suggest'].includes(kind);

/** The form's state for a webhook's action. */
export interface TurnDraft {
  kind: TurnKind;
  template: string;
  /** Empty: chosen by the scene. */
  persona: string;
  /** The audience, which the form does not change. */
  to: string[];
}

export const EMPTY_TURN: TurnDraft = { kind: 'text', template: '', persona: '', to: [] };

/** Reads a webhook's action into the form; an unsupported action becomes an empty one. */
export function readTurn(turn: HookTurn): TurnDraft {
  const draft = { ...EMPTY_TURN, template: hookTemplate(turn) ?? '' };
  if ('text' in turn) return { ...draft, persona: turn.personaId ?? '', to: turn.to };
  if ('command' in turn) return { ...draft, kind: turn.mode };
  if ('type' in turn) return { ...draft, kind: turn.type, to: turn.to };
  return 'verb' in turn ? { ...draft, kind: turn.verb } : draft;
}

export function buildTurn({ kind, template, persona, to }: TurnDraft): HookTurn {
  switch (kind) {
    case 'continuation':
      return { type: 'continuation', to };
    case 'text':
      return { text: template, to, ...(persona !== '' && { personaId: persona }) };
    case 'take':
    case 'suggest':
      return { command: template, mode: kind };
    default:
      return { verb: kind };
  }
}

/** The template of an action; null if it has none. */
export const hookTemplate = (turn: HookTurn): string | null =>
  'text' in turn ? turn.text : 'command' in turn ? turn.command : null;

/** Describes the effect of each delivery. */
export function describeTurn(turn: HookTurn): string {
  if ('text' in turn) return `${turn.personaId ? senderName(turn.personaId) : 'Someone'} says “${turn.text}”`;
  if ('command' in turn)
    return turn.mode === 'take' ? `Plays “${turn.command}”` : `Suggests “${turn.command}”`;
  if ('type' in turn) return 'Continues the scene';
  if ('verb' in turn) {
    const words = VERB_CHOICES.find(([verb]) => verb === turn.verb)?.[1] ?? turn.verb;
    return words[0]?.toUpperCase() + words.slice(1);
  }
  return turn.action;
}

/** Guesses the name from an ID. */
const senderName = (id: string): string =>
  id
    .split('-')
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join(' ');

export const DELIVERY_WORDS: Record<HookDelivery['status'], string> = {
  accepted: 'taken',
  handshake: 'greeting',
  refused: 'refused',
  unverified: 'not verified',
};
export const DELIVERY_MARKS: Record<HookDelivery['status'], string> = {
  accepted: 'answered',
  handshake: 'answered',
  refused: 'refused',
  unverified: 'refused',
};

/** Explains why a delivery had no effect. */
export function describeRefusal({ status, error, errors, code }: HookDelivery): string {
  if (status === 'handshake') return 'The sender tested the address. It works.';
  if (status === 'unverified' && code === 401)
    return 'The signature is invalid: the sender uses another secret, or its clock is wrong.';
  if (errors.length > 0 && errors.every(({ pointer }) => pointer !== '')) {
    const fields = errors.map(
      ({ pointer, message }) => `“${pointer.slice(1).replaceAll('/', '.')}” ${message}`,
    );
    return `The payload does not fit the template: ${fields.join(', ')}.`;
  }
  return [error ?? 'It was rejected.', ...errors.map(({ message }) => `${message}.`)].join(' ');
}
