/** What wasn't done, and why not: a sentence for whoever asked. `More`: what else they are told. */
export type Refused<More = unknown> = { ok: false; why: string } & More;

/** What was done, and what came of it. */
export type Done<Result = unknown> = { ok: true } & Result;

/** How everything ends that may be refused. */
export type DoneOr<Result = unknown, More = unknown> = Done<Result> | Refused<More>;

export function refused<Why extends string>(why: Why): Refused<{ why: Why }> {
  return { ok: false, why };
}
