/**
 * Packages that become part of the bundle. Node would take half a second at every start to find and read their hundreds
 * of small files. Native packages, and those that aren't ES modules, are not bundled.
 */
const packages = ["@conform-to/dom", "@conform-to/zod", "croner", "drizzle-orm", "libphonenumber-js", "nanoid", "zod"];

/** Matches an import of one of them: `zod`, `drizzle-orm/sqlite-core`. */
export const bundledPackages = new RegExp(`^(?:${packages.join("|")})(?:/|$)`);
