/** Who has set a timer; its timers end when it dies. */
export type Owner = { isAlive: boolean };

type Alarm = { at: number; order: number; owner: Owner; ring: () => void; everyMs: number | null; isOff: boolean };

/** The owner of timers outside the machine; it never dies. */
const nature: Owner = { isAlive: true };

/**
 * A simulated clock. It stands still while code runs, and moves to the next timer when `runNextTimer` is called. The wall
 * clock can be set forward and back, without effect on timers.
 */
export class Clock {
  /** Milliseconds since the simulation began; monotonic. */
  elapsedMs = 0;
  /** The wall clock's start, plus all adjustments. */
  private wallMs = Date.parse("2026-11-20T06:00:00Z");
  /** How often it was adjusted. */
  adjustments = 0;
  /** Whether it was ever set back: then what came later may seem to have come before. */
  wasSetBack = false;
  /** When it was last adjusted, or everybody slept. */
  jumpedAtMs = Number.NEGATIVE_INFINITY;
  private alarms: Alarm[] = [];
  private orders = 0;

  wall(): number {
    return this.wallMs + this.elapsedMs;
  }

  /** Sets the wall clock forward or back. */
  adjust(ms: number): void {
    this.wallMs += ms;
    this.adjustments += 1;
    this.wasSetBack ||= ms < 0;
    this.jumpedAtMs = this.elapsedMs;
  }

  /** Lets time pass while the machine is off and nobody acts. */
  leap(ms: number): void {
    for (const alarm of this.alarms) alarm.at += ms;
    this.elapsedMs += ms;
    this.jumpedAtMs = this.elapsedMs;
  }

  set(ms: number, ring: () => void, { owner = nature, repeats = false }: { owner?: Owner; repeats?: boolean } = {}) {
    const delay = Number.isFinite(ms) ? Math.max(1, ms) : 1;
    this.orders += 1;
    const at = this.elapsedMs + delay;
    const alarm: Alarm = { at, order: this.orders, owner, ring, everyMs: repeats ? delay : null, isOff: false };
    this.alarms.push(alarm);
    return alarm;
  }

  clear(alarm: unknown): void {
    if (alarm && typeof alarm === "object" && "isOff" in alarm) alarm.isOff = true;
  }

  pause(ms: number, owner: Owner = nature): Promise<void> {
    return new Promise((resolve) => void this.set(ms, resolve, { owner }));
  }

  /** Moves to the next timer and runs it; false when there is none. */
  runNextTimer(): boolean {
    let next: Alarm | undefined;
    this.alarms = this.alarms.filter((alarm) => {
      if (alarm.isOff || !alarm.owner.isAlive) return false;
      if (!next || alarm.at < next.at || (alarm.at === next.at && alarm.order < next.order)) next = alarm;
      return true;
    });
    if (!next) return false;
    this.elapsedMs = Math.max(this.elapsedMs, next.at);
    if (next.everyMs === null) next.isOff = true;
    else next.at = this.elapsedMs + next.everyMs;
    next.ring();
    return true;
  }
}

/** `Date` with this clock. It creates ordinary dates, so that every library accepts them. */
export function dateBy(clock: Clock): DateConstructor {
  function SimulatedDate(...given: []) {
    return given.length > 0 ? new Date(...given) : new Date(clock.wall());
  }
  SimulatedDate.prototype = Date.prototype;
  SimulatedDate.now = () => clock.wall();
  SimulatedDate.parse = Date.parse;
  SimulatedDate.UTC = Date.UTC;
  return SimulatedDate as unknown as DateConstructor;
}
