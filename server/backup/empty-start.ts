import { statSync } from "node:fs";
import { type Config, ConfigError } from "../../app/config.server";
import { isInReplica } from "./ask-replica";
import { findLitestream, type Replica } from "./litestream";

const restore = "npm run db:restore -- --from-replica";

/**
 * A site with a replica never begins with an empty database by mistake: on a new machine, or when the disk wasn't
 * mounted, customers would find nothing and the replica would be followed by that nothing.
 * @throws ConfigError when there is no database here but one in the replica, or when that can't be found out
 */
export async function refuseEmptyStart({
  databaseFile,
  replica,
}: Pick<Config, "databaseFile" | "replica">): Promise<void> {
  if (!replica) return;
  findLitestream(replica);
  if (statSync(databaseFile, { throwIfNoEntry: false })?.size) return;
  if (!(await holdsSomething(databaseFile, replica))) return;
  throw new ConfigError(
    `There is no database at ${databaseFile}, but the replica has one. Restore it: ${restore}. To start with an empty database, set LITESTREAM_REPLICA_URL to an empty place.`,
  );
}

async function holdsSomething(databaseFile: string, replica: Replica): Promise<boolean> {
  try {
    return await isInReplica(databaseFile, replica);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new ConfigError(
      `LITESTREAM_REPLICA_URL: there is no database here, and the replica can't be reached: ${why}`,
    );
  }
}
