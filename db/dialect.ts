/**
 * Which database this process talks to, known from `DATABASE_URL` alone and before anything else is read: the schema is
 * written once, and its tables are made for one dialect when the program starts.
 */
export const isPostgresUrl = (databaseUrl: string | undefined) =>
  /^postgres(?:ql)?:\/\//.test(databaseUrl?.trim() ?? "");

export const isPostgres = isPostgresUrl(process.env.DATABASE_URL);
