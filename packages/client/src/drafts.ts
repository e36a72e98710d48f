import { roundEnd } from '../../../src/contract/events/fold/progress';
import { type Delta, type Event, isEvent } from './types';

/** A line that is still being written. */
export interface Draft {
  actor: string;
  step: string;
  text: string;
  /** Actors who can see it; `*` is everyone. */
  audience: readonly string[];
}

/**
 * Updates the unfinished lines. Part 0 starts a line over (the model was asked again). Ignores parts that do not
 * follow the previous one: the start of that line was missed. The actor's final line removes its draft, and the end
 * of a round removes all drafts.
 */
export function foldDrafts(drafts: readonly Draft[], news: readonly (Event | Delta)[]): readonly Draft[] {
  return news.reduce(foldDraft, drafts);
}

function foldDraft(drafts: readonly Draft[], news: Event | Delta): readonly Draft[] {
  if (isEvent(news)) {
    if (roundEnd(news) || news.kind === 'round.rolledback') return drafts.length === 0 ? drafts : [];
    const ends = news.kind === 'character.spoke' || news.kind === 'character.skipped';
    return ends ? drafts.filter((draft) => draft.actor !== news.actor) : drafts;
  }
  const { actor, audience } = news;
  const { step, part, text } = news.payload;
  if (part === 0)
    return [...drafts.filter((draft) => draft.actor !== actor), { actor, step, text, audience }];
  return drafts.map((draft) =>
    draft.actor === actor && draft.step === step ? { ...draft, text: draft.text + text } : draft,
  );
}
