type Waiting = { atWallMs: number; wake: () => void };

/** People who put something off until the last moment in which it may be done. Nobody else sleeps beyond that. */
export class LastMoments {
  private waiting: Waiting[] = [];

  /** Resolves shortly before a moment of the wall clock. */
  until(atWallMs: number): Promise<void> {
    return new Promise((wake) => void this.waiting.push({ atWallMs, wake }));
  }

  /** The first of them that is still to come, by the wall clock; undefined when nobody waits. */
  next(nowMs: number): number | undefined {
    const coming = this.waiting.map(({ atWallMs }) => atWallMs).filter((atWallMs) => atWallMs > nowMs);
    return coming.length > 0 ? Math.min(...coming) : undefined;
  }

  /** Wakes everybody whose moment comes no later than this. */
  wakeUntil(wallMs: number): void {
    const due = this.waiting.filter(({ atWallMs }) => atWallMs <= wallMs);
    this.waiting = this.waiting.filter((each) => !due.includes(each));
    for (const { wake } of due) wake();
  }
}
