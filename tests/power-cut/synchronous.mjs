/**
 * `node --import` this, and the site's database is opened with the `synchronous` that SYNCHRONOUS names in place of FULL:
 * how the power-cut test shows that it would notice.
 */
import Database from "better-sqlite3";

const { pragma } = Database.prototype;
Database.prototype.pragma = function (source, options) {
  const words = source.replace("synchronous = FULL", `synchronous = ${process.env.SYNCHRONOUS}`);
  return pragma.call(this, words, options);
};
