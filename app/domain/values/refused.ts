import type { Words } from "#app/language/say";

/** What wasn't done, and why not: a sentence for whoever asked. `More`: what else they are told. */
export type Refused<More = unknown, Why = string> = { ok: false; why: Why } & More;

/** What was done, and what came of it. */
export type Done<Result = unknown> = { ok: true } & Result;

/** How everything ends that may be refused. */
export type DoneOr<Result = unknown, More = unknown, Why = string> = Done<Result> | Refused<More, Why>;

export function refused<Why extends Words>(why: Why): Refused<unknown, Why> {
  return { ok: false, why };
}
