const MEGABYTES = 1024 ** 2;

/** How many bytes the bodies that are still arriving may hold. */
const MOST = {
  /** All of them. */
  together: 64 * MEGABYTES,
  /** The forms of one network: 128 of the longest. */
  forms: 8 * MEGABYTES,
  /** The forms of one network, and the photos that its signed-in drivers send. */
  withPhotos: 24 * MEGABYTES,
};

/** What each body counts as having sent when it begins. Otherwise a short form would seem slower than a long one. */
const HEAD_START_BYTES = 64 * 1024;

/** A body that is still arriving. */
export type BodyUnderway = {
  readonly network: string;
  readonly isPhoto: boolean;
  readonly since: number;
  /** How many of its bytes have arrived. */
  arrived: number;
  /** How much memory it takes. */
  held: number;
  /** Closes its connection. */
  readonly drop: () => void;
};

type OfNetwork = { bodies: Set<BodyUnderway>; forms: number; photos: number };

/**
 * Counts the memory of all bodies that are still arriving. Over a limit the slowest body is dropped: of the network
 * that is over its own limit, otherwise of the network that holds most. So whoever begins many requests and doesn't end
 * them loses those, and everybody else's forms are taken.
 */
export function bodiesUnderway(most = MOST, now: () => number = () => performance.now()) {
  const networks = new Map<string, OfNetwork>();
  let together = 0;

  function begin(network: string, isPhoto: boolean, drop: () => void): BodyUnderway {
    return { network, isPhoto, since: now(), arrived: 0, held: 0, drop };
  }

  /** To be called before a body takes so much memory. False if it was the slowest one itself, and was dropped. */
  function hold(body: BodyUnderway, bytes: number): boolean {
    const own = networks.get(body.network) ?? { bodies: new Set(), forms: 0, photos: 0 };
    networks.set(body.network, own);
    own.bodies.add(body);
    count(own, body, bytes);
    for (let crowd = tooMany(own); crowd; crowd = tooMany(own)) {
      const slowest = slowestOf(crowd);
      end(slowest);
      slowest.drop();
      if (slowest === body) return false;
    }
    return true;
  }

  /** The body has arrived or was refused, or its connection has closed. */
  function end(body: BodyUnderway): void {
    const own = networks.get(body.network);
    if (!own?.bodies.delete(body)) return;
    count(own, body, 0);
    if (own.bodies.size === 0) networks.delete(body.network);
  }

  function count(own: OfNetwork, body: BodyUnderway, bytes: number): void {
    const more = bytes - body.held;
    own[body.isPhoto ? "photos" : "forms"] += more;
    together += more;
    body.held = bytes;
  }

  /** The bodies of which one has to go. */
  function tooMany({ bodies, forms, photos }: OfNetwork): BodyUnderway[] | undefined {
    if (forms > most.forms) return [...bodies].filter(({ isPhoto }) => !isPhoto);
    if (forms + photos > most.withPhotos) return [...bodies];
    if (together <= most.together) return undefined;
    const [first, ...others] = networks.values();
    return first && [...others.reduce((one, other) => (heldBy(other) > heldBy(one) ? other : one), first).bodies];
  }

  function slowestOf(bodies: BodyUnderway[]): BodyUnderway {
    const speedOf = ({ arrived, since }: BodyUnderway) => (HEAD_START_BYTES + arrived) / (now() - since);
    return bodies.reduce((one, other) => (speedOf(other) < speedOf(one) ? other : one));
  }

  return { begin, hold, end };
}

function heldBy({ forms, photos }: OfNetwork): number {
  return forms + photos;
}
