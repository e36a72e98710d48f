import { SHARES } from '../base/limits';
import type { DraftOf, EventDraft, PayloadOf } from '../contract/events/events';
import { hearersOf } from '../contract/events/fold/hidden';
import { type Failure, fail, ok, type Result } from '../contract/problems';
import type { DraftLine, TurnInput } from '../contract/rounds';
import { type Supply, type Taken, takeOneMore } from '../room/shares';
import { announceHidden, hides } from './hidden-lines';
import { findNames, listAliases } from './names';
import {
  findMember,
  listCast,
  type Persona,
  type QueuedInput,
  type SceneState,
  unknownCharacter,
  unknownPersona,
} from './state';
import { makeGuard } from './table/guard';
import { cardOf, isOver } from './table/state';

/** Most inputs that wait. */
export const MAX_WAITING = 1000;

const INPUTS: Supply = {
  most: MAX_WAITING,
  share: SHARES.waiting,
  what: {
    ofSeat: 'inputs of this seat that wait for a round',
    ofRoom: 'inputs that wait for a round',
  },
  retryAfter: 30,
};

/** All hooks of a scene together have the share of one seat. */
const DELIVERIES: Supply = {
  ...INPUTS,
  what: { ...INPUTS.what, ofSeat: 'inputs of hooks that wait for a round' },
};

/** A hook does what its owner would, but with a seat's share. */
export type TurnSource = 'owner' | 'seat' | 'hook';

/** A seat's inputs are those of its persona, which no other seat plays. */
function countWaiting({ queue }: SceneState, body: TurnInput, from: TurnSource): Taken {
  const isOwn = ({ personaId, hook }: QueuedInput) =>
    from === 'hook' ? hook === true : !hook && 'personaId' in body && personaId === body.personaId;
  const own = from === 'owner' ? null : queue.filter(isOwn).length;
  return { all: queue.length, seats: queue.length, own };
}

/**
 * Returns the events of a turn: the one that stores the input first, then the notice of a hidden line.
 *
 * @param from of an owner, or a hook: a round that waits for others begins with its continuation. That of a player says
 *   that it has nothing to say this time
 * @returns as {@link acceptTurn}; `too_many` when more waits than anybody would read, or than one seat, or all hooks, may
 *   have waiting
 * @example
 * ```ts
 * const events = turnEvents(state, { type: 'user', personaId: 'ines', text: 'Good evening.', to: [] }, 'owner');
 * if (events.ok) append(events.value); // player.spoke
 * ```
 */
export function turnEvents(state: SceneState, body: TurnInput, from: TurnSource): Result<EventDraft[]> {
  const supply = from === 'hook' ? DELIVERIES : INPUTS;
  // What the owner asks for may be just what makes room.
  const mayWait =
    from === 'owner' && body.type !== 'user'
      ? ok(null)
      : takeOneMore(countWaiting(state, body, from), supply);
  if (!mayWait.ok) return mayWait;
  const input = acceptTurn(state, body);
  if (!input.ok) return input;
  const hook = from === 'hook' ? ({ hook: true } as const) : {};
  if (input.value.kind === 'player.spoke') {
    const spokenInput: DraftOf<'player.spoke'> = {
      ...input.value,
      payload: { ...input.value.payload, ...hook },
    };
    return ok(spokenInput.payload.hidden ? [spokenInput, announceHidden(spokenInput)] : [spokenInput]);
  }
  const starts = from !== 'seat' && body.type === 'continuation' && state.pace.turnMode !== 'immediate';
  const start = starts ? ({ start: true } as const) : {};
  return ok([{ ...input.value, payload: { ...input.value.payload, ...hook, ...start } }]);
}

/**
 * The event that stores an input: `player.spoke`, or `round.requested` for a continuation or a narration. Whoever is
 * mentioned in the text (`@Ada`, `@old-marlow`) is addressed.
 *
 * @returns `finished` on a finished scene or game; `invalid` when the persona or someone addressed is unknown, or when it is
 *   not clear who speaks
 */
export function acceptTurn(
  state: SceneState,
  body: TurnInput,
): Result<DraftOf<'player.spoke'> | DraftOf<'round.requested'>> {
  if (state.status === 'finished' || isOver(state)) return refuseFinished(state);
  if (body.type === 'narration') return acceptNarration(state, body.text);
  const errors: Wrong[] = [];
  const speaker = findSpeaker(state, body);
  if ('message' in speaker) errors.push({ pointer: '/personaId', message: speaker.message });
  const whisper = body.type === 'user' && body.whisper === true;
  const { characters, personas } = readAddressees(state, body.to, whisper, errors);
  if (whisper) errors.push(...checkWhisper(state, body.to));
  if (body.type === 'user' && 'persona' in speaker)
    errors.push(...checkClue(state, speaker.persona, body.text));
  if (errors.length > 0) return fail({ code: 'invalid', errors });

  const persona = 'persona' in speaker ? speaker.persona : null;
  // A whisper does not address those whom it only mentions.
  const mentionedIds = body.type === 'user' && !whisper ? readMentions(state, body.text) : [];
  const to = [...new Set([...characters, ...mentionedIds])];
  const actor = persona ? `persona:${persona.id}` : 'system';
  if (body.type === 'continuation' || !persona) {
    const by = persona ? { personaId: persona.id, name: persona.name } : {};
    const request: PayloadOf<'round.requested'> = { type: 'continuation', ...by, to };
    return ok({ kind: 'round.requested', actor, audience: hearersOf(actor, request), payload: request });
  }
  const payload: PayloadOf<'player.spoke'> = {
    type: 'user',
    personaId: persona.id,
    name: persona.name,
    text: body.text,
    to,
    ...(whisper ? { whisper, toPersonas: personas } : {}),
  };
  const isHidden = hides(state, payload);
  return ok({
    kind: 'player.spoke',
    actor,
    audience: isHidden ? [actor] : hearersOf(actor, payload),
    payload: isHidden ? { ...payload, hidden: true } : payload,
  });
}

type Wrong = { pointer: string; message: string };

/** Ids of the characters, and of a whisper also the personas, that `to` names. */
function readAddressees(
  state: SceneState,
  to: readonly string[],
  whisper: boolean,
  errors: Wrong[],
): { characters: string[]; personas: string[] } {
  const characters: string[] = [];
  const personas: string[] = [];
  to.forEach((who, index) => {
    const pointer = `/to/${index}`;
    const [kind, id = ''] = who.includes(':') ? who.split(':', 2) : [null, who];
    if (kind === 'persona') {
      if (!whisper)
        errors.push({ pointer, message: 'a player is addressed in a whisper alone: set `whisper`' });
      else if (state.personas.some((one) => one.id === id)) personas.push(id);
      else errors.push({ pointer, message: unknownPersona(state, id) });
    } else if (findMember(state, id)) characters.push(id);
    else errors.push({ pointer, message: unknownCharacter(state, id) });
  });
  return { characters: [...new Set(characters)], personas: [...new Set(personas)] };
}

function checkWhisper(state: SceneState, to: readonly string[]): Wrong[] {
  if (state.game) return [{ pointer: '/whisper', message: 'nobody whispers at the table of a game' }];
  return to.length > 0 ? [] : [{ pointer: '/to', message: 'say to whom it is whispered' }];
}

/**
 * A player must not say its own word. It can't know the other one, so saying that is no fault: the players just do not
 * hear that line.
 */
function checkClue({ table }: SceneState, speaker: Persona | null, text: string): Wrong[] {
  const word = cardOf(table, speaker?.id ?? null);
  if (word === null || !makeGuard([word]).leaks(text)) return [];
  return [{ pointer: '/text', message: 'it says the word that you were dealt: hint at it' }];
}

export function refuseFinished(state: SceneState): { ok: false; failure: Failure } {
  if (isOver(state)) {
    return fail({
      code: 'finished',
      room: state.id,
      detail: 'The game is over and takes no turns.',
      fix: 'Create a new scene for another game, or roll back to a round before the verdict.',
    });
  }
  const detail = 'The scene is finished and takes no turns. Set its status to "open" to go on.';
  return fail({ code: 'finished', room: state.id, detail });
}

function acceptNarration(state: SceneState, text: string | undefined): Result<DraftOf<'round.requested'>> {
  if (state.game) {
    const message = 'a table game has no narrator: use "user" or "continuation"';
    return fail({ code: 'invalid', errors: [{ pointer: '/type', message }] });
  }
  const payload: PayloadOf<'round.requested'> = {
    type: 'narration',
    to: [],
    ...(text !== undefined && { text }),
  };
  return ok({ kind: 'round.requested', actor: 'system', audience: ['*'], payload });
}

/**
 * The event that asks for a draft of a player's next line. Only that player reads it, and what comes of it.
 *
 * @returns `finished` on a finished scene; `conflict` at a table, where a line is a clue; `invalid` when it is not clear
 *   for whom
 */
export function draftEvents(state: SceneState, { personaId, direction }: DraftLine): Result<EventDraft[]> {
  if (state.status === 'finished' || isOver(state)) return refuseFinished(state);
  if (state.game) {
    const detail = 'a line at the table is a clue, which a player finds alone';
    return fail({ code: 'conflict', detail, fix: 'ask for drafts in a scene without a game' });
  }
  const mayWait = takeOneMore({ all: state.queue.length, seats: state.queue.length, own: null }, INPUTS);
  if (!mayWait.ok) return mayWait;
  const body = { type: 'continuation' as const, to: [], ...(personaId !== undefined && { personaId }) };
  const speaker = findSpeaker(state, body);
  const persona = 'persona' in speaker ? speaker.persona : null;
  if (!persona) {
    const message = 'message' in speaker ? speaker.message : 'say for which persona';
    return fail({ code: 'invalid', errors: [{ pointer: '/personaId', message }] });
  }
  const text = direction?.trim() ? { text: direction.trim() } : {};
  const payload: PayloadOf<'round.requested'> = {
    ...{ type: 'draft', to: [], personaId: persona.id, name: persona.name },
    ...text,
  };
  const actor = `persona:${persona.id}`;
  return ok([{ kind: 'round.requested', actor, audience: [actor], payload }]);
}

/** Ids of the characters that a text mentions by `@` and an id or a name ({@link listAliases}). */
export function readMentions(state: Pick<SceneState, 'cast' | 'castOrder'>, text: string): string[] {
  if (!text.includes('@')) return [];
  const cast = listCast(state);
  const aliases = [...cast.map(({ id }) => ({ id, as: id.toLowerCase() })), ...listAliases(cast)].sort(
    (a, b) => b.as.length - a.as.length,
  );
  // An address such as mail@ada.example mentions nobody.
  const isMention = (folded: string, at: number): boolean =>
    folded[at - 1] === '@' && !/[\p{L}\p{N}.]$/u.test(folded.slice(0, at - 1));
  const mentionedIds = new Set(findNames(text, aliases, isMention));
  return state.castOrder.filter((id) => mentionedIds.has(id));
}

/** Finds the speaker. A continuation may come from nobody in particular. */
function findSpeaker(
  state: SceneState,
  body: Exclude<TurnInput, { type: 'narration' }>,
): { persona: Persona | null } | { message: string } {
  if (body.personaId !== undefined) {
    const persona = state.personas.find((p) => p.id === body.personaId);
    return persona ? { persona } : { message: unknownPersona(state, body.personaId) };
  }
  const [first, ...others] = state.personas;
  if (first && others.length === 0) return { persona: first };
  if (body.type === 'continuation') return { persona: null };
  const choices = state.personas.map(({ id }) => id).join(', ');
  return { message: `say who speaks: the scene has the personas ${choices}` };
}
