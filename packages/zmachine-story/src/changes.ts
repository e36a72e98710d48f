import type { LimitedHost } from './host';
import { idleFrom } from './idle';
import type { ObjectChange, StorySnapshot } from './types';
import type { Work } from './work';

const MAX_CHANGES = 200;

/**
 * Lists objects whose parent or attributes differ between two snapshots, except changes that waiting for the same
 * number of turns also causes. Attributes are story-specific. Ordered by object number, at most {@link MAX_CHANGES}.
 * @param turns number of commands between the snapshots
 */
export function* listChanges(
  host: LimitedHost,
  before: StorySnapshot,
  after: StorySnapshot,
  turns: number,
): Work<ObjectChange[]> {
  const { objects } = host.machine;
  const { player } = host.cast;
  const ids = Array.from({ length: objects.count }, (_, i) => i + 1);
  const lookUp = (snapshot: StorySnapshot) => {
    host.goTo(snapshot);
    return ids.map((id) => ({ parent: objects.parent(id), flags: flagText(host, id) }));
  };
  // Stories often give the player's object a jocular name.
  const name = (id: number): string => (id === player ? 'the player' : host.nameOf(id));
  const refer = (id: number | undefined) => (id ? { id, name: name(id) } : null);
  const old = lookUp(before);
  const idles = (yield* idleFrom(host, before, turns)).map(lookUp);
  const now = lookUp(after);
  return ids
    .flatMap((id): ObjectChange[] => {
      const [was, is] = [old[id - 1], now[id - 1]];
      const byTime = (key: 'parent' | 'flags') =>
        id !== player && idles.some((idle) => idle[id - 1]?.[key] !== was?.[key]);
      const isMoved = was?.parent !== is?.parent && !byTime('parent');
      const attributes = was?.flags !== is?.flags && !byTime('flags');
      if (!isMoved && !attributes) return [];
      const change = { id, name: name(id), from: refer(was?.parent), to: refer(is?.parent), attributes };
      return [id === player ? { ...change, player: true } : change];
    })
    .slice(0, MAX_CHANGES);
}

/** Attributes as text, for comparison. */
function flagText({ machine: { objects } }: LimitedHost, id: number): string {
  const count = 8 * objects.entry.attributes;
  return Array.from({ length: count }, (_, attribute) => (objects.has(id, attribute) ? 1 : 0)).join('');
}
