/** A list in parts of so many items; the last may have fewer. */
export function* inParts<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
