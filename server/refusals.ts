/** Why the door stays shut, in words for the person who stands before it. */
export type Refusal = {
  status: number;
  title: string;
  words: string;
  headers?: Record<string, string>;
  /** Where home is, when it isn't on the host that was asked. */
  home?: string;
};

const methods = "GET, HEAD, POST";

export const refusals = {
  badAddress: {
    status: 400,
    title: "This address is broken",
    words: "Part of the address was lost or mistyped. Check the link, or begin at the home page.",
  },
  badHost: {
    status: 400,
    title: "This address is broken",
    words: "Your browser did not say which site it wants. Open the home page and try again.",
  },
  strangeHost: {
    status: 421,
    title: "This is not the site that you asked for",
    words: "Another name leads to this machine by mistake. The home page below is ours.",
  },
  garbled: {
    status: 400,
    title: "We could not read that request",
    words: "It arrived damaged. Nothing was saved. Go back and try again.",
  },
  garbledForm: {
    status: 400,
    title: "We could not read that form",
    words: "Some of the letters arrived damaged. Nothing was saved. Go back and send the form again.",
  },
  notOurForm: {
    status: 400,
    title: "We could not read that form",
    words:
      "It has fields that none of our forms has. Nothing was saved. Open the page again and send the form from there.",
  },
  otherSite: {
    status: 403,
    title: "That form was not sent from our site",
    words: "To keep you safe we take forms only from our own pages. Nothing was saved. Begin again at the home page.",
  },
  noSuchFile: {
    status: 404,
    title: "This file is gone",
    words: "It belonged to an older version of the site. Open the page again to get the new one.",
  },
  wrongMethod: {
    status: 405,
    title: "That can't be done here",
    words: "This site answers to opening pages and sending forms, nothing else.",
    headers: { Allow: methods },
  },
  wrongApiMethod: {
    status: 405,
    title: "That can't be done here",
    words: `This address answers to ${methods} and OPTIONS, nothing else.`,
    headers: { Allow: `${methods}, OPTIONS` },
  },
  noUpgrade: {
    status: 400,
    title: "That kind of connection is not offered here",
    words: "This site answers plain web requests only.",
  },
  tooSlow: {
    status: 408,
    title: "That took too long",
    words: "The connection stalled before everything arrived. Nothing was saved. Go back and send it again.",
  },
  tooLarge: {
    status: 413,
    title: "That is too much",
    words: "What you sent is larger than 64 KB, more than any of our forms needs. Shorten it and send it again.",
  },
  tooManyFields: {
    status: 413,
    title: "That is too much",
    words:
      "What you sent has more fields than any of our forms. Nothing was saved. Open the page again and send the form from there.",
  },
  addressTooLong: {
    status: 414,
    title: "This address is too long",
    words: "No page of ours has so long an address. Begin at the home page.",
  },
  notAForm: {
    status: 415,
    title: "We can't take that kind of content",
    words: "This page takes ordinary forms only, no files. Nothing was saved.",
  },
  unmetExpectation: {
    status: 417,
    title: "We can't promise that",
    words: "Your program expects something of this site that it does not offer.",
  },
  headersTooLarge: {
    status: 431,
    title: "Your browser sent too much about itself",
    words: "Clear this site's cookies in your browser's settings, then try again.",
  },
} as const satisfies Record<string, Refusal>;

/** The database is still being brought up to date. */
export const starting: Refusal = {
  status: 503,
  title: "We are just starting",
  words: "The site opens in a moment. Please try again in a minute.",
  headers: { "Retry-After": "10" },
};

/** Nothing can be written just now, because the database is locked or its disk is full. */
export const unwritable: Refusal = {
  status: 503,
  title: "We can't save anything just now",
  words: "Nothing was changed and nothing was charged. Please send it again in a minute.",
  headers: { "Retry-After": "30" },
};

/** Something broke on our side. Support finds the reference in the log. */
export function ourFault(reference: string): Refusal {
  return {
    status: 500,
    title: "Something went wrong on our side",
    words: `It is not your fault, and sending the same again is safe. If it keeps happening, tell us this reference: ${reference}`,
  };
}
