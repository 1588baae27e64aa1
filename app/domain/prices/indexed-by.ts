/**
 * Finds a list's items by their keys, in the list's order. The index is made at the first question and kept as long as
 * the list: the price tables keep theirs until staff change one.
 */
export function indexedBy<Item>(
  keysOf: (item: Item) => readonly string[],
): (list: readonly Item[], key: string) => readonly Item[] {
  const indexes = new WeakMap<readonly Item[], Map<string, Item[]>>();
  return (list, key) => {
    const index = indexes.get(list) ?? indexOf(list, keysOf);
    indexes.set(list, index);
    return index.get(key) ?? [];
  };
}

function indexOf<Item>(list: readonly Item[], keysOf: (item: Item) => readonly string[]): Map<string, Item[]> {
  const index = new Map<string, Item[]>();
  for (const item of list) {
    for (const key of new Set(keysOf(item))) {
      const same = index.get(key);
      if (same) same.push(item);
      else index.set(key, [item]);
    }
  }
  return index;
}
