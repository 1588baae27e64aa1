import { statSync } from "node:fs";
import { type Config, ConfigError } from "../../app/config.server";
import { refuseMoved } from "../../db/copy/names-of-file";
import { isInReplica } from "./ask-replica";
import { findLitestream, type Replica } from "./litestream";

const restore = "npm run db:restore -- --from-replica";

/**
 * Keeps a site with a replica from starting with an empty database by mistake, on a new machine or with an unmounted
 * disk: customers would find nothing, and the empty database would be replicated.
 * @throws ConfigError when the database is missing here but the replica has one, or can't be asked
 */
export async function refuseEmptyStart({
  databaseFile,
  replica,
}: Pick<Config, "databaseFile" | "replica">): Promise<void> {
  if (!replica) return;
  refuseMoved(databaseFile);
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
