/** What a part of the simulated world tells the rest: what happened, and what must never happen. */
export type Report = {
  /** One step: somebody asked, paid, sent, cut or locked something. */
  step(what: string): void;
  /** The site broke a promise. The first one ends the simulation. */
  fail(what: string): void;
};
