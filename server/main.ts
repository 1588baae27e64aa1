import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { settings } from "../app/config.server";
import { isNobodyThere } from "../app/domain/office/people.server";
import { services } from "../app/services.server";
import { awayInWords, isAway, isNoEntry } from "../db/postgres/refusal";
import { damageInWords, systemRefusal } from "../db/system-refusal";
import { type EarlyAnswer, openSite } from "./open-site";
import { writePrivately } from "./private-files";
import { announceToRemixDev } from "./remix";
import { startMessage } from "./start-message";
import { stopWhenAsked } from "./stop";

/** Tests open the site in their own process. */
export { openSite };

/**
 * Collect garbage once the heap is this much larger than the data in use. V8's default waits until it is four times as
 * large.
 */
const HEAP_GROWS_BY_PERCENT = 60;

/**
 * The site as a program, from its start to the signal that ends it.
 * @param demo its settings instead of the process's own, and what stands before it
 */
export async function main(demo?: {
  environment: Record<string, string | undefined>;
  before: EarlyAnswer;
}): Promise<void> {
  writePrivately();
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWS_BY_PERCENT}`);
  try {
    const { port, close } = await openSite(demo?.environment ?? process.env, demo?.before);
    stopWhenAsked(close);
    if (!demo) {
      const { store } = await services();
      process.stdout.write(startMessage(settings(), port, await isNobodyThere(store.read)));
    }
    announceToRemixDev();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

type SystemError = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string };

/** One clear line for errors that whoever starts the site can fix; any other is a bug and is printed in full. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall, port, address, hostname } = error as SystemError;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop the other program, or choose another port: PORT=3001 npm start`;
  if (code === "EACCES" && port) return `This user may not use port ${port}. Choose another port: PORT=3000 npm start`;
  if (code === "EADDRNOTAVAIL") return `HOST: this machine has no address ${address}`;
  if (syscall === "getaddrinfo" && hostname === settings().host)
    return `HOST: the name ${hostname} has no address (${code})`;
  if (syscall === "listen") return `HOST: can't listen at ${address} (${code})`;
  if (error.name === "ConfigError" || error.name === "StoreError") return error.message;
  if (isAway(error)) return awayInWords(error);
  if (isNoEntry(error)) return `DATABASE_URL: PostgreSQL lets nobody in with it: ${error.message}`;
  const { databaseFile } = settings();
  return systemRefusal(error, databaseFile) ?? damageInWords(error, databaseFile) ?? inspect(error);
}
