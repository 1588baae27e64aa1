/** The median; null without numbers. */
export function median(numbers) {
  const sorted = numbers.filter((number) => number != null).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A measurement with a larger share of wrong answers than this doesn't count. */
const MOST_WRONG = 0.002;

/** The measurements that count, such as those of one contestant in one scenario. */
export function looksAt(looks, wanted) {
  return looks.filter(
    (look) =>
      look.answers > 0 &&
      look.wrong <= MOST_WRONG * look.answers &&
      Object.entries(wanted).every(([key, value]) => look[key] === value),
  );
}

/** Our requests a second divided by theirs: the median of each round's ratio. */
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

/** The same by the server's processor time for a request, which other programs don't affect. */
export function timesTheirsByProcessor(looks, scenario, way, theirs) {
  const time = (contestant) => median(looksAt(looks, { scenario, way, contestant }).map((look) => look.processorUs));
  const [our, their] = [time("ours"), time(theirs)];
  return our && their ? their / our : null;
}

/**
 * How well two kinds are told apart by a measure: the area under the ROC curve, which is how often one of the first kind
 * has more than one of the second. 0.5: not at all. The standard error is Hanley and McNeil's (1982).
 */
export function toldApart(first, second) {
  const sorted = [...second].sort((a, b) => a - b);
  const below = (value, orEqual) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < value || (orEqual && sorted[middle] === value)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const wins = first.reduce((sum, value) => sum + (below(value, false) + below(value, true)) / 2, 0);
  const auc = wins / (first.length * second.length);
  const [q1, q2] = [auc / (2 - auc), (2 * auc ** 2) / (1 + auc)];
  const variance = auc * (1 - auc) + (first.length - 1) * (q1 - auc ** 2) + (second.length - 1) * (q2 - auc ** 2);
  return { auc, standardError: Math.sqrt(variance / (first.length * second.length)) };
}
