/** Who has set a timer; once it is dead, its timers are gone. */
export type Owner = { isAlive: boolean };

type Alarm = { at: number; order: number; owner: Owner; ring: () => void; everyMs: number | null; isOff: boolean };

/** Somebody who never dies: the world outside the machine. */
const nature: Owner = { isAlive: true };

/**
 * A simulated clock. Time stands still while anything runs, and goes on to the next alarm when `ringNext` is called. What
 * the wall clock shows can be put forward and back; alarms don't care.
 */
export class Clock {
  /** Milliseconds since the simulation began; never goes back. */
  elapsedMs = 0;
  /** What the wall clock shows at the beginning, and by how much it was put right or wrong since. */
  private wallMs = Date.parse("2026-11-20T06:00:00Z");
  /** How often it was. */
  adjustments = 0;
  private alarms: Alarm[] = [];
  private orders = 0;

  wall(): number {
    return this.wallMs + this.elapsedMs;
  }

  /** Puts the wall clock forward, or back. */
  adjust(ms: number): void {
    this.wallMs += ms;
    this.adjustments += 1;
  }

  /** Time passes in which nothing happens: the machine is off, and everybody sleeps. */
  leap(ms: number): void {
    for (const alarm of this.alarms) alarm.at += ms;
    this.elapsedMs += ms;
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

  /** Goes on to the next alarm and rings it; false when there is none. */
  ringNext(): boolean {
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

/** `Date`, by this clock. What it makes are ordinary dates, so that every library knows them. */
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
