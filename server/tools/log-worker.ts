/**
 * Checkpoints a SQLite file's write-ahead log and truncates it, in a thread of `db/log-size`. The long part, copying,
 * lets others read and write. If a reader still needs an older part of the log, it gives up at once.
 */
import { workerData } from "node:worker_threads";
import Database from "better-sqlite3";

const connection = new Database(workerData.file, { timeout: 0, fileMustExist: true });
connection.pragma("synchronous = FULL");
connection.pragma("wal_checkpoint(PASSIVE)");
connection.pragma("wal_checkpoint(TRUNCATE)");
connection.close();
