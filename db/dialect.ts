/**
 * Which database this process uses. Decided by `DATABASE_URL` alone, before any other import, because the tables of the
 * schema are built for one dialect when the program starts.
 */
export const isPostgresUrl = (databaseUrl: string | undefined) =>
  /^postgres(?:ql)?:\/\//.test(databaseUrl?.trim() ?? "");

export const isPostgres = isPostgresUrl(process.env.DATABASE_URL);
