import { isPostgres } from "./db/dialect";

/** For `npm run db:generate`, whose packages are in dev/: once for each database. */
export default {
  dialect: isPostgres ? "postgresql" : "sqlite",
  schema: "./db/schema/*.ts",
  out: isPostgres ? "./db/migrations-postgres" : "./db/migrations",
};
