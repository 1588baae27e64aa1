import type { SentForm } from "./sent-form";

/** Why the server refuses a request, in words for the person who sent it. */
export type Refusal = {
  status: number;
  title: string;
  words: string;
  headers?: Record<string, string>;
  /** The home page's address, when it isn't on the host that the request named. */
  home?: string;
  /** The form that could not be saved, to be sent again from this page. */
  form?: SentForm;
};

const methods = "GET, HEAD, POST";

export const refusals = {
  badAddress: {
    status: 400,
    title: "This address is broken",
    words: "Part of the link is missing or wrong. Check the link, or start at the home page.",
  },
  badHost: {
    status: 400,
    title: "This address is broken",
    words: "Your browser did not say which site you want. Open the home page and try again.",
  },
  strangeHost: {
    status: 421,
    title: "This is not the site you asked for",
    words: "The address that you used is not ours. Use the link below to our home page.",
  },
  garbled: {
    status: 400,
    title: "We could not read that request",
    words: "It arrived damaged. Nothing was saved. Go back and try again.",
  },
  garbledForm: {
    status: 400,
    title: "We could not read that form",
    words: "Some of the text arrived damaged. Nothing was saved. Go back and send the form again.",
  },
  notOurForm: {
    status: 400,
    title: "We could not read that form",
    words:
      "It has fields that are not in our forms. Nothing was saved. Open the page again and send the form from there.",
  },
  tooDeep: {
    status: 400,
    title: "We could not read that",
    words: "The body has more lists and objects than any of our calls takes.",
  },
  otherSite: {
    status: 403,
    title: "That form was not sent from our site",
    words:
      "To keep you safe, we accept forms only from our own pages. Nothing was saved. Start again at the home page.",
  },
  noSuchFile: {
    status: 404,
    title: "This file is gone",
    words: "It was part of an older version of this site. Open the page again to get the new version.",
  },
  wrongMethod: {
    status: 405,
    title: "That can't be done here",
    words: "This site accepts only GET, HEAD and POST requests.",
    headers: { Allow: methods },
  },
  wrongApiMethod: {
    status: 405,
    title: "That can't be done here",
    words: `This address accepts only ${methods} and OPTIONS requests.`,
    headers: { Allow: `${methods}, OPTIONS` },
  },
  wrongKeyedMethod: {
    status: 405,
    title: "That can't be done here",
    words: `This address accepts only ${methods} and DELETE requests.`,
    headers: { Allow: `${methods}, DELETE` },
  },
  noUpgrade: {
    status: 400,
    title: "We don't offer that kind of connection",
    words: "This site accepts only plain web requests.",
  },
  tooSlow: {
    status: 408,
    title: "That took too long",
    words: "Your connection stopped before we had everything. Nothing was saved. Go back and send it again.",
  },
  tooLarge: {
    status: 413,
    title: "That is too much",
    words: "You sent more than 64 KB. None of our forms needs that much. Make it shorter and send it again.",
  },
  tooManyFields: {
    status: 413,
    title: "That is too much",
    words:
      "You sent more fields than any of our forms has. Nothing was saved. Open the page again and send the form from there.",
  },
  addressTooLong: {
    status: 414,
    title: "This address is too long",
    words: "None of our pages has such a long address. Start at the home page.",
  },
  notAForm: {
    status: 415,
    title: "We can't take that kind of content",
    words: "This page accepts only plain forms, and no files. Nothing was saved.",
  },
  unmetExpectation: {
    status: 417,
    title: "We can't promise that",
    words: "Your program asked for something that this site does not offer.",
  },
  headersTooLarge: {
    status: 431,
    title: "Your browser sent too many cookies",
    words: "Clear this site's cookies in your browser's settings, then try again.",
  },
} as const satisfies Record<string, Refusal>;

/** The database is still being migrated. */
export const starting: Refusal = {
  status: 503,
  title: "We are just starting",
  words: "The site will open soon. Please try again in a minute.",
  headers: { "Retry-After": "10" },
};

/** Nothing can be written now, because the database is locked or its disk is full. */
export const unwritable: Refusal = {
  status: 503,
  title: "We can't save anything just now",
  words: "Nothing was changed, and you have not been charged. Please send it again in a minute.",
  headers: { "Retry-After": "30" },
};

/** The connection broke while the database was saving. A form's own key, or what it asks for, makes it count once. */
export const perhapsSaved: Refusal = {
  ...unwritable,
  words: "We don't know whether it was saved; sending it again is safe.",
};

/** An error of ours. Support finds the reference in the log. */
export function ourFault(reference: string): Refusal {
  return {
    status: 500,
    title: "Something went wrong on our side",
    words: `It is not your fault. It is safe to send it again. If it keeps happening, give us this reference: ${reference}`,
  };
}
