import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Event } from '../../../src/events/events';
import type { Typing } from '../../../src/events/wire';

/** Somebody who types, as far as one has heard. */
export interface Typist {
  actor: string;
  name: string;
  /** When it was last told, by `performance.now()`. */
  at: number;
}

/** Whoever has not been heard of for so long has stopped, or lost the connection. */
const STOPPED_MS = 6000;

/** Who types after what was told. */
export function foldTyping(typists: readonly Typist[], told: Typing, now: number): readonly Typist[] {
  const others = typists.filter(({ actor }) => actor !== told.actor);
  if (!told.on) return others.length === typists.length ? typists : others;
  return [...others, { actor: told.actor, name: told.name, at: now }];
}

/** Whoever has spoken types no more. */
export function withoutSpeakers(typists: readonly Typist[], events: readonly Event[]): readonly Typist[] {
  const spoke = new Set(
    events.flatMap(({ kind, actor }) => (kind === 'player.spoke' || kind === 'player.ready' ? [actor] : [])),
  );
  const left = typists.filter(({ actor }) => !spoke.has(actor));
  return left.length === typists.length ? typists : left;
}

export interface Typists {
  typists: readonly Typist[];
  heard: (told: Typing) => void;
  spoke: (events: readonly Event[]) => void;
}

/** The people who are typing in a room. */
export function useTypists(): Typists {
  const [typists, setTypists] = useState<readonly Typist[]>([]);
  const heard = useCallback(
    (told: Typing) => setTypists((held) => foldTyping(held, told, performance.now())),
    [],
  );
  const spoke = useCallback(
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
  return { typists, heard, spoke };
}
