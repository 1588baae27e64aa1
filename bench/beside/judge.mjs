import { median } from "../statistics.mjs";

/** A request that costs more than so many times the other's is said to be slower, if it does so both ways round. */
export const MOST_TIMES = 1.5;

/**
 * What pairs of looks at one request say. Within a pair both sites are measured one right after the other, so that what
 * else the machine does weighs on both; whoever comes second in a pair finds it a little warmer.
 * @param pairs { isOursFirst, ours, theirs }[], processor time of one request in ms
 * @returns { ours, theirs (medians, ms), oursFirst, theirsFirst (median ratios, ours by theirs), isSlower }
 */
export function judged(pairs) {
  const ratios = (first) =>
    pairs.filter(({ isOursFirst }) => isOursFirst === first).map(({ ours, theirs }) => ours / theirs);
  const [oursFirst, theirsFirst] = [median(ratios(true)), median(ratios(false))];
  return {
    ours: median(pairs.map(({ ours }) => ours)),
    theirs: median(pairs.map(({ theirs }) => theirs)),
    oursFirst,
    theirsFirst,
    isSlower: oursFirst > MOST_TIMES && theirsFirst > MOST_TIMES,
  };
}

/** The requests that were slower, and were again when they were measured again: { name, first, again }[] in. */
export const slowerTwice = (rows) => rows.filter(({ first, again }) => first?.isSlower && again?.isSlower);
