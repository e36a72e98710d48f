import { rollDice } from '../base/dice';
import { SHARES } from '../base/limits';
import type { DraftOf, EventDraft, PayloadOf } from '../contract/events/events';
import { listRecipients } from '../contract/events/fold/hidden';
import { type Failure, fail, ok, type Result } from '../contract/problems';
import type { DraftLine, RollDice, TurnInput } from '../contract/rounds';
import { checkQuota, type Quota, type QuotaUsage } from '../room/shares';
import { hiddenEvents, isHideEvent } from './hidden-lines';
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
import { createGuard } from './table/guard';
import { isOver, playerCard } from './table/state';

export const MAX_WAITING = 1000;

const INPUTS: Quota = {
  most: MAX_WAITING,
  share: SHARES.waiting,
  what: {
    ofSeat: 'queued inputs of this seat',
    ofRoom: 'queued inputs',
  },
  retryAfter: 30,
};

/** All hooks of a scene share the quota of one seat. */
const DELIVERIES: Quota = {
  ...INPUTS,
  what: { ...INPUTS.what, ofSeat: 'queued inputs of hooks' },
};

/** A hook acts with the owner's rights, but with a seat's quota. */
export type TurnSource = 'owner' | 'seat' | 'hook';

/**
 * Inputs of a seat are found by persona, because each persona has only one seat. Those in the open round count, else
 * lines that join it would be free.
 */
function countWaiting({ open, answering, queue }: SceneState, body: TurnInput, from: TurnSource): QuotaUsage {
  const isOwn = ({ personaId, hook }: QueuedInput) =>
    from === 'hook' ? hook === true : !hook && 'personaId' in body && personaId === body.personaId;
  const own = from === 'owner' ? null : [...(open ? answering : []), ...queue].filter(isOwn).length;
  return { all: queue.length, seats: queue.length, own };
}

/**
 * Returns the events of a turn: first the event that stores the input, then the notice of a hidden line.
 *
 * @param from for an owner or a hook, a continuation starts a waiting round; for a player it means passing
 * @returns as {@link acceptTurn}; `too_many` if the queue, or the quota of the seat or of all hooks, is full
 *
 * @example
 * ```ts
 * const events = turnEvents(state, { type: 'user', personaId: 'ines', text: 'Good evening.', to: [] }, 'owner');
 * if (events.ok) append(events.value); // player.spoke
 * ```
 */
export function turnEvents(state: SceneState, body: TurnInput, from: TurnSource): Result<EventDraft[]> {
  const supply = from === 'hook' ? DELIVERIES : INPUTS;
  // The owner's command may be needed to empty the queue.
  const mayWait =
    from === 'owner' && body.type !== 'user' ? ok(null) : checkQuota(countWaiting(state, body, from), supply);
  if (!mayWait.ok) return mayWait;
  const input = acceptTurn(state, body);
  if (!input.ok) return input;
  const hook = from === 'hook' ? ({ hook: true } as const) : {};
  if (input.value.kind === 'player.spoke') {
    const spokenInput: DraftOf<'player.spoke'> = {
      ...input.value,
      payload: { ...input.value.payload, ...hook },
    };
    return ok(spokenInput.payload.hidden ? [spokenInput, hiddenEvents(spokenInput)] : [spokenInput]);
  }
  const starts = from !== 'seat' && body.type === 'continuation' && state.pace.turnMode !== 'immediate';
  const start = starts ? ({ start: true } as const) : {};
  return ok([{ ...input.value, payload: { ...input.value.payload, ...hook, ...start } }]);
}

/**
 * The event that stores an input: `player.spoke`, or `round.requested` for a continuation or a narration.
 * Mentions in the text (`@Ada`, `@old-marlow`) count as addressees.
 *
 * @returns `finished` on a finished scene or game; `invalid` if the persona or an addressee is unknown, or
 * the speaker is ambiguous
 */
export function acceptTurn(
  state: SceneState,
  body: TurnInput,
): Result<DraftOf<'player.spoke'> | DraftOf<'round.requested'>> {
  if (state.status === 'finished' || isOver(state)) return refuseFinished(state);
  if (body.type === 'narration') return acceptNarration(state, body.text);
  const errors: TurnIssue[] = [];
  const speaker = findSpeaker(state, body);
  if ('message' in speaker) errors.push({ pointer: '/personaId', message: speaker.message });
  const whisper = body.type === 'user' && body.whisper === true;
  const { characters, personas } = readAddressees(state, body.to, whisper, errors);
  if (whisper) errors.push(...checkWhisper(state, body.to));
  if (body.type === 'user' && 'persona' in speaker)
    errors.push(...checkClue(state, speaker.persona, body.text));
  if (errors.length > 0) return fail({ code: 'invalid', errors });

  const persona = 'persona' in speaker ? speaker.persona : null;
  // A mention in a whisper does not address anyone.
  const mentionedIds = body.type === 'user' && !whisper ? readMentions(state, body.text) : [];
  const to = [...new Set([...characters, ...mentionedIds])];
  const actor = persona ? `persona:${persona.id}` : 'system';
  if (body.type === 'continuation' || !persona) {
    const by = persona ? { personaId: persona.id, name: persona.name } : {};
    const request: PayloadOf<'round.requested'> = { type: 'continuation', ...by, to };
    return ok({ kind: 'round.requested', actor, audience: listRecipients(actor, request), payload: request });
  }
  const payload: PayloadOf<'player.spoke'> = {
    type: 'user',
    personaId: persona.id,
    name: persona.name,
    text: body.text,
    to,
    ...(whisper ? { whisper, toPersonas: personas } : {}),
  };
  const isHidden = isHideEvent(state, payload);
  return ok({
    kind: 'player.spoke',
    actor,
    audience: isHidden ? [actor] : listRecipients(actor, payload),
    payload: isHidden ? { ...payload, hidden: true } : payload,
  });
}

type TurnIssue = { pointer: string; message: string };

function readAddressees(
  state: SceneState,
  to: readonly string[],
  whisper: boolean,
  errors: TurnIssue[],
): { characters: string[]; personas: string[] } {
  const characters: string[] = [];
  const personas: string[] = [];
  to.forEach((who, index) => {
    const pointer = `/to/${index}`;
    const [kind, id = ''] = who.includes(':') ? who.split(':', 2) : [null, who];
    if (kind === 'persona') {
      if (!whisper)
        errors.push({ pointer, message: 'players can only be addressed in a whisper; set `whisper`' });
      else if (state.personas.some((one) => one.id === id)) personas.push(id);
      else errors.push({ pointer, message: unknownPersona(state, id) });
    } else if (findMember(state, id)) characters.push(id);
    else errors.push({ pointer, message: unknownCharacter(state, id) });
  });
  return { characters: [...new Set(characters)], personas: [...new Set(personas)] };
}

function checkWhisper(state: SceneState, to: readonly string[]): TurnIssue[] {
  if (state.game) return [{ pointer: '/whisper', message: 'whispers are not allowed in a table game' }];
  return to.length > 0 ? [] : [{ pointer: '/to', message: 'list the recipients of the whisper' }];
}

/**
 * Rejects a player's own word. The other word is unknown to the player, so a line with it is accepted; the
 * players just do not see it.
 */
function checkClue({ table }: SceneState, speaker: Persona | null, text: string): TurnIssue[] {
  const word = playerCard(table, speaker?.id ?? null);
  if (word === null || !createGuard([word]).leaks(text)) return [];
  return [{ pointer: '/text', message: 'contains the word dealt to you; give a hint instead' }];
}

export function refuseFinished(state: SceneState): { ok: false; failure: Failure } {
  if (isOver(state)) {
    return fail({
      code: 'finished',
      room: state.id,
      detail: 'The game is over and accepts no more turns.',
      fix: 'Create a new scene for another game, or roll back to a round before the verdict.',
    });
  }
  const detail = 'The scene is finished and accepts no more turns. Set its status to "open" to continue.';
  return fail({ code: 'finished', room: state.id, detail });
}

function acceptNarration(state: SceneState, text: string | undefined): Result<DraftOf<'round.requested'>> {
  if (state.game) {
    const message = 'table games have no narrator; use "user" or "continuation"';
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
 * Requests a draft of a player's next line. Only that player sees the request and the draft.
 *
 * @returns `finished` on a finished scene; `conflict` in a table game, because lines are clues; `invalid` if
 * the persona is ambiguous
 */
export function draftEvents(state: SceneState, { personaId, direction }: DraftLine): Result<EventDraft[]> {
  if (state.status === 'finished' || isOver(state)) return refuseFinished(state);
  if (state.game) {
    const detail = 'in a table game, players must find their own clues';
    return fail({ code: 'conflict', detail, fix: 'Use drafts in a scene without a game.' });
  }
  const mayWait = checkQuota({ all: state.queue.length, seats: state.queue.length, own: null }, INPUTS);
  if (!mayWait.ok) return mayWait;
  const body = { type: 'continuation' as const, to: [], ...(personaId !== undefined && { personaId }) };
  const speaker = findSpeaker(state, body);
  const persona = 'persona' in speaker ? speaker.persona : null;
  if (!persona) {
    const message = 'message' in speaker ? speaker.message : 'set the persona';
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

/**
 * Rolls dice for a persona or a present character. The private seed and the length of the ledger determine the result, so players cannot
 * predict or repeat it.
 *
 * @returns `finished` on a finished scene; `conflict` in a table game; `invalid` if the persona is ambiguous
 * or the character is not present
 */
export function rollEvents(
  state: SceneState,
  { notation, personaId, characterId }: RollDice,
): Result<EventDraft[]> {
  if (state.status === 'finished' || isOver(state)) return refuseFinished(state);
  if (state.game) {
    const detail = 'a table game has no dice';
    return fail({ code: 'conflict', detail, fix: 'Roll dice in a scene without a game.' });
  }
  const speaker = findSpeaker(state, { type: 'user', text: '', to: [], personaId });
  const persona = 'persona' in speaker ? speaker.persona : null;
  if (!persona) {
    const message = 'message' in speaker ? speaker.message : 'set the persona';
    return fail({ code: 'invalid', errors: [{ pointer: '/personaId', message }] });
  }
  const character = characterId === undefined ? null : findMember(state, characterId);
  if (character === undefined || character?.active === false) {
    const message = `no character "${characterId}" is present`;
    return fail({ code: 'invalid', errors: [{ pointer: '/characterId', message }] });
  }
  const payload: PayloadOf<'dice.rolled'> = {
    personaId: persona.id,
    ...(character && { characterId: character.id }),
    name: (character ?? persona).name,
    notation: notation.toLowerCase(),
    ...rollDice(notation, `${state.head}\n${state.seed}`),
  };
  const actor = character ? `character:${character.id}` : `persona:${persona.id}`;
  return ok([{ kind: 'dice.rolled', actor, round: state.rounds, payload }]);
}

/** Ids of the characters that a text mentions with `@` and an id or a name ({@link listAliases}). */
export function readMentions(state: Pick<SceneState, 'cast' | 'castOrder'>, text: string): string[] {
  if (!text.includes('@')) return [];
  const cast = listCast(state);
  const aliases = [...cast.map(({ id }) => ({ id, as: id.toLowerCase() })), ...listAliases(cast)].sort(
    (a, b) => b.as.length - a.as.length,
  );
  // An email address such as mail@ada.example is not a mention.
  const isMention = (folded: string, at: number): boolean =>
    folded[at - 1] === '@' && !/[\p{L}\p{N}.]$/u.test(folded.slice(0, at - 1));
  const mentionedIds = new Set(findNames(text, aliases, isMention));
  return state.castOrder.filter((id) => mentionedIds.has(id));
}

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
  return { message: `set the speaker; the scene has the personas ${choices}` };
}
