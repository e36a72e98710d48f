interface Store<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

export function remember<Key, Value>(store: Store<Key, Value>, key: Key, make: () => Value): Value {
  const known = store.get(key);
  if (known !== undefined) return known;
  const value = make();
  store.set(key, value);
  return value;
}

/** The same function, which computes each value once. */
export function once<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => remember(values, key, () => make(key));
}

export const count = <Key>(counts: Map<Key, number>, key: Key, by = 1) =>
  counts.set(key, (counts.get(key) ?? 0) + by);

/** Groups items that are near one another, directly or through others. */
export function cluster<Item>(items: readonly Item[], isNear: (a: Item, b: Item) => boolean): Item[][] {
  let groups: Item[][] = [];
  for (const item of items) {
    const near = groups.filter((group) => group.some((other) => isNear(other, item)));
    groups = [...groups.filter((group) => !near.includes(group)), [...near.flat(), item]];
  }
  return groups;
}
