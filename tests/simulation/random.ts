/** All random choices of a simulation come from one of these, and so from its seed. */
export type Random = ReturnType<typeof randomOf>;

/** Chris Doty-Humphrey's sfc32: small, quick, and the same numbers for the same seed everywhere. */
export function randomOf(seed: number) {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, seed | 0, 1];
  function bits(): number {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
  for (let round = 0; round < 15; round += 1) bits();
  const unit = () => bits() / 2 ** 32;
  const below = (count: number) => Math.floor(unit() * count);
  return {
    bits,
    /** At least 0, less than 1. */
    unit,
    /** An integer from 0 to `count` - 1. */
    below,
    chance: (probability: number) => unit() < probability,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("nothing to choose from");
      return item;
    },
    /** A random key, by weight. */
    weighed<Name extends string>(weights: Record<Name, number>): Name {
      const names = Object.keys(weights) as Name[];
      let left = unit() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      return names[0] as Name;
    },
    fill<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = bits() & 0xff;
      return bytes;
    },
  };
}
