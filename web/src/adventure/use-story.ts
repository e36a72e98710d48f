import { useRef } from 'preact/hooks';
import type { Event } from '../../../src/events/events';
import { type AdventureStory, foldAdventure, NO_STORY } from './fold-adventure';

/**
 * The story of a stretch of the ledger. Events that come at its end are added to what is folded already: a run of
 * thousands of moves is not read again for each. Earlier ones in front begin it anew.
 */
export function useStory(events: readonly Event[]): AdventureStory {
  const kept = useRef<{ first: number; events: readonly Event[]; story: AdventureStory }>({
    first: 0,
    events: [],
    story: NO_STORY,
  });
  if (kept.current.events === events) return kept.current.story;
  const first = events[0]?.seq ?? 0;
  const goesOn = kept.current.first === first && events.length >= kept.current.events.length;
  const story = goesOn
    ? foldAdventure(kept.current.story, events.slice(kept.current.events.length))
    : foldAdventure(NO_STORY, events);
  kept.current = { first, events, story };
  return story;
}
