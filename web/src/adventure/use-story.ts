import { useRef } from 'preact/hooks';
import type { Event } from '../../../src/contract/events/events';
import { type AdventureStory, foldAdventure, NO_STORY } from './fold-adventure';

/**
 * Folds the story of a stretch of events. Events appended at the end extend the last fold, so that runs with thousands
 * of moves stay fast. Events added in front restart it.
 */
export function useStory(events: readonly Event[]): AdventureStory {
  const lastFold = useRef<{ first: number; events: readonly Event[]; story: AdventureStory }>({
    first: 0,
    events: [],
    story: NO_STORY,
  });
  if (lastFold.current.events === events) return lastFold.current.story;
  const first = events[0]?.seq ?? 0;
  const goesOn = lastFold.current.first === first && events.length >= lastFold.current.events.length;
  const story = goesOn
    ? foldAdventure(lastFold.current.story, events.slice(lastFold.current.events.length))
    : foldAdventure(NO_STORY, events);
  lastFold.current = { first, events, story };
  return story;
}
