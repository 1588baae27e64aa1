/** By these names PostgreSQL's `pg_stat_activity` tells our connections from others'. */
const names = {
  /** Of the site, and of commands that may change something. */
  site: "thuma-couriers",
  /** Of what only reads: a move to a file, and staff's copy. */
  copy: "thuma-couriers copy",
};

/** How to connect, under one of our names even where the address gives another. */
export function named(url: string, as: keyof typeof names) {
  const connectionString = url.replace(/(?<=[?&])application_name=[^&]*(?:&|$)/, "");
  return { connectionString, application_name: names[as] };
}

/** Which of a database's connections are the site's or a command's, as a condition. */
export const IS_OURS = `application_name = '${names.site}' AND datname = current_database()`;
