/** What a part of the simulated world reports. */
export type Report = {
  /** One step: a request, a payment, an email, a cut or a lock. */
  step(what: string): void;
  /** The site broke a promise. The first one ends the simulation. */
  fail(what: string): void;
};
