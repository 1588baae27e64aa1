/** The middle of the sorted numbers; null of none. */
export function median(numbers) {
  const sorted = numbers.filter((number) => number != null).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A look with more wrong answers than this, in parts of all, says nothing. */
const MOST_WRONG = 0.002;

/** The looks that count, such as those at one contestant in one scenario. */
export function looksAt(looks, wanted) {
  return looks.filter(
    (look) =>
      look.answers > 0 &&
      look.wrong <= MOST_WRONG * look.answers &&
      Object.entries(wanted).every(([key, value]) => look[key] === value),
  );
}

/** How many times ours is theirs, in requests a second: the median of the rounds, each compared within itself. */
export function timesTheirs(looks, scenario, way, theirs) {
  const ofOurs = looksAt(looks, { scenario, way, contestant: "ours" });
  const ofTheirs = looksAt(looks, { scenario, way, contestant: theirs });
  return median(
    ofOurs.map((our) => {
      const their = ofTheirs.find(({ round }) => round === our.round);
      return their ? our.perSecond / their.perSecond : null;
    }),
  );
}

/** The same by the server's processor time for a request: what other programs took at that moment doesn't count. */
export function timesTheirsByProcessor(looks, scenario, way, theirs) {
  const time = (contestant) => median(looksAt(looks, { scenario, way, contestant }).map((look) => look.processorUs));
  const [our, their] = [time("ours"), time(theirs)];
  return our && their ? their / our : null;
}
