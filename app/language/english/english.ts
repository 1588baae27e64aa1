import type { Entries } from "../say";

/** All that customers read in English, by message and page. */
export const english = {} satisfies Entries;
