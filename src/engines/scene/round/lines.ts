import type { SpokenLine } from '../../../api/agents';
import type { ResolvedProfile } from '../../../api/profiles';
import type { EventDraft, PayloadOf } from '../../../events/events';
import type { Line } from '../prompt/envelope';
import type { Asked } from './asking';
import type { Cue } from './director';
import { readExtra } from './talk';

/** Whose line it is, and where in the round. */
export interface Turn {
  round: number;
  pass: 1 | 2;
  cue: Cue;
  name: string;
  /** Whether its private thoughts are kept, for the owner. */
  thoughts: boolean;
  /** Who hears the line it came to; null, and absent: everyone. */
  hearers?: (line: SpokenLine, profile: ResolvedProfile) => string[] | null;
}

/** Why a turn was skipped, for everyone. */
const NO_LINE = 'no usable line came';
/** Most characters of a thought that is kept; the whole of it is in the record of the call. */
const MAX_THOUGHT = 4000;

/**
 * The events that end a character's turn: `character.spoke` and, for the owner alone, what it thought; or
 * `character.skipped` when what it answered was not usable.
 */
export function lineEvents(
  turn: Turn,
  asked: Asked<SpokenLine>,
  actor = `character:${turn.cue.id}`,
): EventDraft[] {
  const { round, pass, name, thoughts } = turn;
  const { answer } = asked;
  const line = lineEvent(turn, asked, actor);
  const text = answer.ok && thoughts ? (answer.thought ?? '').slice(0, MAX_THOUGHT) : '';
  if (text === '') return [line];
  const payload: PayloadOf<'character.thought'> = { pass, name, text };
  return [line, { kind: 'character.thought', actor, audience: ['owner'], round, payload }];
}

function lineEvent(turn: Turn, { answer, profile }: Asked<SpokenLine>, actor: string): EventDraft {
  const { round, pass, cue, name } = turn;
  if (!answer.ok) {
    const { provider, rung } = answer;
    // What exactly was wrong is in the record of the call, which is the owner's: an endpoint may say anything.
    const payload: PayloadOf<'character.skipped'> = { pass, name, reason: NO_LINE, provider, rung };
    return { kind: 'character.skipped', actor, round, payload };
  }
  const { kind, text } = answer.value;
  const { provider, rung } = answer;
  const extra = readExtra(profile, answer.value);
  const payload: PayloadOf<'character.spoke'> = {
    ...{ pass, kind, text, name, provider, rung, exit: cue.exit !== null },
    ...(Object.keys(extra).length > 0 && { extra }),
  };
  const audience = turn.hearers?.(answer.value, profile);
  return { kind: 'character.spoke', actor, round, payload, ...(audience && { audience }) };
}

/** The same line as the others hear it, in the envelopes of the rest of the round. */
export function heardLine(turn: Turn, line: SpokenLine, profile: ResolvedProfile): Line {
  const { round, cue, name } = turn;
  const { kind, text } = line;
  const audience = turn.hearers?.(line, profile) ?? ['*'];
  return { seq: null, round, actor: `character:${cue.id}`, name, kind, text, to: [], audience };
}
