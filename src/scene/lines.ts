import type { Line } from '../context/envelope';
import type { SpokenLine } from '../contract/agents';
import type { EventDraft } from '../contract/events';
import type { Failure } from '../contract/problems';
import type { ResolvedProfile } from '../contract/profiles';
import type { Answer } from '../contract/stage';
import type { Cue } from './director';
import type { CharacterSkipped, CharacterSpoke } from './payloads';
import { readExtra } from './talk';

/** Whose line it is, and where in the round. */
export interface Turn {
  round: number;
  pass: 1 | 2;
  cue: Cue;
  name: string;
  profile: ResolvedProfile;
}

/** The event that ends a character's turn: `character.spoke`, or `character.skipped` when it could not answer. */
export function lineEvent({ round, pass, cue, name, profile }: Turn, answer: Answer<SpokenLine>): EventDraft {
  const actor = `character:${cue.id}`;
  if (!answer.ok) {
    const { provider, rung } = answer;
    const payload: CharacterSkipped = { pass, name, reason: explain(answer.failure), provider, rung };
    return { kind: 'character.skipped', actor, round, payload };
  }
  // The thought stays in the record of the call: an event could be shown to somebody else.
  const { kind, text } = answer.value;
  const { provider, rung } = answer;
  const extra = readExtra(profile, answer.value);
  const payload: CharacterSpoke = {
    ...{ pass, kind, text, name, provider, rung, exit: cue.exit !== null },
    ...(Object.keys(extra).length > 0 && { extra }),
  };
  return { kind: 'character.spoke', actor, round, payload };
}

/** The same line as the others hear it, in the envelopes of the rest of the round. */
export function heardLine({ round, cue, name }: Turn, { kind, text }: SpokenLine): Line {
  return { seq: null, round, actor: `character:${cue.id}`, name, kind, text, to: [], audience: ['*'] };
}

/** A failure in a few words, for the record of a skipped turn. */
const explain = (failure: Failure): string =>
  'detail' in failure && failure.detail ? failure.detail : failure.code;
