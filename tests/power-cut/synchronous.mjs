/**
 * With `node --import`, opens the site's database with the `synchronous` in SYNCHRONOUS instead of FULL. The power-cut
 * test uses it to show that it would notice.
 */
import Database from "better-sqlite3";

const { pragma } = Database.prototype;
Database.prototype.pragma = function (source, options) {
  const words = source.replace("synchronous = FULL", `synchronous = ${process.env.SYNCHRONOUS}`);
  return pragma.call(this, words, options);
};
