import * as own from "./own-step.js";

const file = process.env.SAME_WORK;

/**
 * The work of the step behind its page: a peer's own or, where `SAME_WORK` names its file, the product's. Both are called
 * alike. No bundler may look for that file: it is made beside the product's packages.
 */
export const { show, take } = file
  ? await import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ file)
  : own;
