import { Cron } from "croner";

/** Work on a timer. After `stop` none begins any more; it resolves once what is under way has ended. */
export type Timer = { stop(): Promise<void> };

/** May throw or reject: that is reported, and the next time comes all the same. */
type Work = () => unknown;
/** Reports what the work threw; usually it logs. */
type Failed = (error: unknown) => unknown;

/** Does work again and again while the process runs, this many milliseconds apart, one round at a time. */
export function every(ms: number, work: Work, failed: Failed): Timer {
  const rounds = oneAtATime(work, failed);
  const timer = setInterval(rounds.begin, ms).unref();
  return rounds.until(() => clearInterval(timer));
}

/** The same at times of day. @param times a cron pattern, in South African time */
export function everyDay(times: string, work: Work, failed: Failed): Timer {
  const rounds = oneAtATime(work, failed);
  const cron = new Cron(times, { timezone: "Africa/Johannesburg", unref: true }, rounds.begin);
  return rounds.until(() => cron.stop());
}

/** Does work once, this many milliseconds from now, if the process still runs. */
export function after(ms: number, work: Work, failed: Failed): Timer {
  const rounds = oneAtATime(work, failed);
  const timer = setTimeout(rounds.begin, ms).unref();
  return rounds.until(() => clearTimeout(timer));
}

/** A rejection that nobody handles ends the process, and a full disk may reject anything. */
function oneAtATime(work: Work, failed: Failed) {
  let underway: Promise<void> | undefined;

  async function round(): Promise<void> {
    try {
      await work();
    } catch (error) {
      await failed(error);
    }
  }
  return {
    begin(): void {
      if (underway) return;
      const ended = () => {
        underway = undefined;
      };
      // What reports an error may need the disk, too.
      underway = round().then(ended, ended);
    },
    until: (end: () => void): Timer => ({
      async stop() {
        end();
        await underway;
      },
    }),
  };
}
