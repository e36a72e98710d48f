import type { Directive } from '../../../api/agents';

/** What ordering needs to know of someone who acts. */
export type Ordered = Pick<Directive, 'id' | 'priority' | 'order'>;

/**
 * Orders the actors (docs/scenes.md#who-acts): those with an explicit `order` first, by it, equal ones in one group
 * that acts at the same time; then the others one by one, by priority (default 0, high first), then by name, whatever
 * its case. Stable: whoever is equal in all of this keeps the order given.
 *
 * @returns groups in the order they act; only a group of more than one acts at the same time
 */
export function orderActors<T extends Ordered>(actors: T[], nameOf: (id: string) => string): T[][] {
  const groups = new Map<number, T[]>();
  const others: T[] = [];
  for (const actor of actors) {
    if (actor.order === null) others.push(actor);
    else groups.set(actor.order, [...(groups.get(actor.order) ?? []), actor]);
  }
  const explicit = [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
  const rest = others.sort(
    (a, b) => (b.priority ?? 0) - (a.priority ?? 0) || compareNames(nameOf(a.id), nameOf(b.id)),
  );
  return [...explicit, ...rest.map((actor) => [actor])];
}

/** Who acts when the director does not say: least recently spoken first (never comes before ever), then by name. */
export function orderByRest<T extends { name: string; lastSpokeRound: number | null }>(members: T[]): T[] {
  return [...members].sort(
    (a, b) => (a.lastSpokeRound ?? 0) - (b.lastSpokeRound ?? 0) || compareNames(a.name, b.name),
  );
}

/** By code point after lower-casing: the same on every machine, which a locale's rules are not. */
export function compareNames(a: string, b: string): number {
  const x = a.toLowerCase();
  const y = b.toLowerCase();
  return x < y ? -1 : x > y ? 1 : 0;
}
