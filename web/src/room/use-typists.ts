import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Event } from '../../../src/events/events';
import type { Typing } from '../../../src/events/wire';

export interface Typist {
  actor: string;
  name: string;
  /** Time of the last message about it, by `performance.now()`. */
  at: number;
}

/** Time after the last message from which a person counts as no longer typing. */
const STOPPED_MS = 6000;

/** Updates the typists with a message. */
export function foldTyping(typists: readonly Typist[], told: Typing, now: number): readonly Typist[] {
  const others = typists.filter(({ actor }) => actor !== told.actor);
  if (!told.on) return others.length === typists.length ? typists : others;
  return [...others, { actor: told.actor, name: told.name, at: now }];
}

/** Drops typists who have spoken. */
export function withoutSpeakers(typists: readonly Typist[], events: readonly Event[]): readonly Typist[] {
  const speakers = new Set(
    events.flatMap(({ kind, actor }) => (kind === 'player.spoke' || kind === 'player.ready' ? [actor] : [])),
  );
  const remaining = typists.filter(({ actor }) => !speakers.has(actor));
  return remaining.length === typists.length ? typists : remaining;
}

export interface Typists {
  typists: readonly Typist[];
  noteTyping: (told: Typing) => void;
  noteSpeech: (events: readonly Event[]) => void;
}

export function useTypists(): Typists {
  const [typists, setTypists] = useState<readonly Typist[]>([]);
  const noteTyping = useCallback(
    (told: Typing) => setTypists((held) => foldTyping(held, told, performance.now())),
    [],
  );
  const noteSpeech = useCallback(
    (events: readonly Event[]) => setTypists((held) => withoutSpeakers(held, events)),
    [],
  );
  useEffect(() => {
    const [oldest] = typists.toSorted((a, b) => a.at - b.at);
    if (!oldest) return;
    const timer = window.setTimeout(
      () => setTypists((held) => held.filter(({ at }) => performance.now() - at < STOPPED_MS)),
      Math.max(0, oldest.at + STOPPED_MS - performance.now()) + 1,
    );
    return () => window.clearTimeout(timer);
  }, [typists]);
  return { typists, noteTyping, noteSpeech };
}
