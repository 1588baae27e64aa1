/** A list in parts of so many items; the last may have fewer. */
export function* inParts<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Items by what they have in common, each group in their order: the `Map.groupBy` of newer Node versions. */
export function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Rows by the parcel that they are of. */
export function byParcel<Row extends { waybillNo: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return grouped(rows, ({ waybillNo }) => waybillNo);
}
