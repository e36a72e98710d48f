import type { Host } from './host';
import type { ObjectChange, StorySnapshot } from './types';

/** Most changes that are listed: a story that moves everything at once is told of in part. */
const MAX_CHANGES = 200;

/**
 * Lists the objects of a story that are in another place in the second of two snapshots, or whose attributes differ. What the
 * attributes mean is the story's own affair. In order of their numbers, at most {@link MAX_CHANGES}.
 */
export function listChanges(host: Host, before: StorySnapshot, after: StorySnapshot): ObjectChange[] {
  const { objects } = host.machine;
  const ids = Array.from({ length: objects.count }, (_, i) => i + 1);
  const lookUp = (snapshot: StorySnapshot) => {
    host.goTo(snapshot);
    return ids.map((id) => ({ parent: objects.parent(id), flags: flagsOf(host, id) }));
  };
  const [old, now] = [lookUp(before), lookUp(after)];
  const refer = (id: number | undefined) => (id ? { id, name: host.nameOf(id) } : null);
  return ids
    .filter((_, i) => old[i]?.parent !== now[i]?.parent || old[i]?.flags !== now[i]?.flags)
    .slice(0, MAX_CHANGES)
    .map((id) => {
      const [from, to] = [old[id - 1], now[id - 1]];
      return {
        ...{ id, name: host.nameOf(id) },
        ...{ from: refer(from?.parent), to: refer(to?.parent) },
        attributes: from?.flags !== to?.flags,
      };
    });
}

/** Returns the attributes of an object as text, to be compared. */
function flagsOf({ machine: { objects } }: Host, id: number): string {
  const count = 8 * objects.entry.attributes;
  return Array.from({ length: count }, (_, attribute) => (objects.has(id, attribute) ? 1 : 0)).join('');
}
