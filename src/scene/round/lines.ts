import { answererKind } from '../../base/answerer';
import { cutAtLetter } from '../../base/fold-text';
import type { SpokenLine } from '../../contract/agents';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import type { ResolvedProfile } from '../../contract/profiles';
import type { ReceivedAnswer } from '../../room/step-context';
import type { Line } from '../state';
import type { AgentResult } from './ask-agent';
import type { Cue } from './director';
import { readExtra } from './talk';

export interface Turn {
  round: number;
  pass: 1 | 2;
  cue: Cue;
  actor: string;
  name: string;
  thoughts: boolean;
  /** Returns the audience of the line; null or unset: everyone. */
  hearers?: (line: SpokenLine, profile: ResolvedProfile) => string[] | null;
}

const NO_LINE = 'no usable line came';
/** Most characters of a stored thought; the record of the call has all of it. */
const MAX_THOUGHT = 4000;

/** `line` is the version that the others see in the rest of the round; null: no usable line. */
export type SpokenTurn = ReturnType<typeof decideLine>;

export const decideLine = (turn: Turn, { answer, profile }: AgentResult<SpokenLine>) =>
  answer.ok ? streamLine(turn, answer, profile) : { answer, line: null, extra: null };

export function streamLine(
  { round, actor, name, hearers }: Turn,
  answer: Extract<ReceivedAnswer<SpokenLine>, { ok: true }>,
  profile: ResolvedProfile,
) {
  const { kind, text } = answer.value;
  const audience = hearers?.(answer.value, profile) ?? ['*'];
  const line: Line = { seq: null, round, actor, name, kind, text, to: [], audience };
  return { answer, line, extra: readExtra(profile, answer.value) };
}

/**
 * The events that end a character's turn: `character.spoke` and, for the owner only, its thought; or
 * `character.skipped` after an unusable answer.
 */
export function lineEvents(
  { round, pass, cue, actor, name, thoughts }: Turn,
  { answer, line, extra }: SpokenTurn,
): EventDraft[] {
  if (line === null) {
    const { rung } = answer;
    // Details stay in the owner's record of the call, because an endpoint may return any text.
    const payload: PayloadOf<'character.skipped'> = {
      pass,
      name,
      reason: NO_LINE,
      ...answererKind(answer),
      rung,
    };
    return [{ kind: 'character.skipped', actor, round, payload }];
  }
  const { kind, text, audience } = line;
  const payload: PayloadOf<'character.spoke'> = {
    ...{ pass, kind, text, name, ...answererKind(answer), rung: answer.rung, exit: cue.exit !== null },
    ...(Object.keys(extra).length > 0 && { extra }),
  };
  const spoke: EventDraft = { kind: 'character.spoke', actor, audience, round, payload };
  const thoughtText = thoughts ? cutAtLetter(answer.thought ?? '', MAX_THOUGHT) : '';
  if (thoughtText === '') return [spoke];
  const thoughtPayload: PayloadOf<'character.thought'> = { pass, name, text: thoughtText };
  return [spoke, { kind: 'character.thought', actor, audience: ['owner'], round, payload: thoughtPayload }];
}
