import { createElement, Fragment, type ReactNode } from "react";
import { asWritten, unbroken } from "#app/language/plain-text";
import { type Drawing, drawn, type Sentence } from "#app/language/say";

/** How pages draw what a sentence is made of. */
const onPages: Drawing<ReactNode> = {
  ...asWritten,
  number: unbroken,
  strong: ({ words }) => <b>{shown(words)}</b>,
  link: ({ href, words }) => <a href={href}>{shown(words)}</a>,
};

/**
 * A sentence on a page; its numbers are never broken over two lines.
 * @param as what this one draws otherwise
 */
export function shown(sentence: Sentence, as?: Partial<Drawing<ReactNode>>): ReactNode {
  return createElement(Fragment, null, ...drawn(sentence, { ...onPages, ...as }));
}

/** For a sentence whose numbers and places stand out. */
export const inBold: Partial<Drawing<ReactNode>> = {
  number: (value) => <b className="nowrap">{value}</b>,
  place: (value) => <b>{value}</b>,
};
