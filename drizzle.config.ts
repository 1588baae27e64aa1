/** For `npm run db:generate`, whose packages are in dev/. */
export default { dialect: "sqlite", schema: "./db/schema/*.ts", out: "./db/migrations" };
