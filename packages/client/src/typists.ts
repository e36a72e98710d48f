import type { Event, Typing } from './types';

/** A person who is typing. */
export interface Typist {
  actor: string;
  name: string;
  /** Time of the last message, by `performance.now()`. */
  at: number;
}

/** Milliseconds after the last message from which a person counts as no longer typing. */
export const STOPPED_MS = 6000;

export function foldTyping(typists: readonly Typist[], told: Typing, now: number): readonly Typist[] {
  const others = typists.filter(({ actor }) => actor !== told.actor);
  if (!told.on) return others.length === typists.length ? typists : others;
  return [...others, { actor: told.actor, name: told.name, at: now }];
}

/** Removes typists who have spoken. */
export function withoutSpeakers(typists: readonly Typist[], events: readonly Event[]): readonly Typist[] {
  if (typists.length === 0) return typists;
  const speakers = new Set(
    events.flatMap(({ kind, actor }) => (kind === 'player.spoke' || kind === 'player.ready' ? [actor] : [])),
  );
  const remaining = typists.filter(({ actor }) => !speakers.has(actor));
  return remaining.length === typists.length ? typists : remaining;
}
