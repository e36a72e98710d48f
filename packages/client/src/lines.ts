import type { Event as StageEvent } from '../../../src/contract/events/events';
import { withEdits } from '../../../src/contract/events/fold/edits';
import { inputSeq, withRevealed } from '../../../src/contract/events/fold/hidden';
import { withoutHidden } from '../../../src/contract/events/fold/hidden-lines';
import { roundsByInput, withoutUndone } from '../../../src/contract/events/fold/undone';
import type { Event } from './types';

/** A line of a scene in its current version: with edits, without rolled-back rounds. */
export interface Line {
  seq: number;
  at: string;
  /** `character:<id>`, `persona:<id>` or `narrator`. */
  actor: string;
  name: string;
  text: string;
  /** Who can see it: actors, or `*` for everyone. */
  audience: readonly string[];
  /** Its round; for a player's line, the round that answers it. Null: none yet. */
  round: number | null;
  /** Provider that answered; `understudy` is the offline stand-in, not a model. Empty for people. */
  provider: string;
}

/** Folds events of a scene into the current lines, oldest first. Hidden and deleted lines are omitted. */
export function foldLines(events: readonly Event[]): Line[] {
  // Both types of events come from one catalogue; a test compares them.
  const visible = withoutHidden(events as readonly StageEvent[]).events;
  const counting = withEdits(withoutUndone(withRevealed(visible)));
  const rounds = roundsByInput(counting);
  return counting.flatMap((event) => {
    const { kind, seq, at, actor, audience, payload } = event;
    if (kind !== 'player.spoke' && kind !== 'line.revealed' && kind !== 'character.spoke') return [];
    const round = rounds.get(inputSeq(event)) ?? event.round ?? null;
    const provider = kind === 'character.spoke' ? payload.provider : '';
    return [{ seq, at, actor, name: payload.name, text: payload.text, audience, round, provider }];
  });
}
