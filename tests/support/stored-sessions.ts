/** Sign-ins as releases stored them that had a table for each kind, and the tables where they are gone. */
const at = (day: number) => `'2026-11-0${day}T08:00:00.000Z'`;
export const STORED_SESSIONS = `
  INSERT INTO sessions (id, uid, guest_id, browser, created_at, last_seen_at, expires_at)
  VALUES ('a', 'thandi', 'g', 'Firefox', ${at(1)}, ${at(2)}, '2126-12-01T08:00:00.000Z');
  INSERT INTO driver_sessions (id, driver_id, phone, created_at, expires_at)
  VALUES ('b', 'sipho', 'Chrome', ${at(3)}, '2126-12-01T08:00:00.000Z');
  INSERT INTO office_sessions (id, person_id, browser, created_at, last_seen_at, expires_at, code_at)
  VALUES ('c', 'zanele', 'Edge', ${at(4)}, ${at(5)}, '2126-12-01T08:00:00.000Z', ${at(6)});`;

/** Who they are of in the one table. */
export const SIGNED_IN = [
  { id: "a", kind: "customer", who: "thandi", guest_id: "g", browser: "Firefox", seen: "02", code: null },
  { id: "b", kind: "driver", who: "sipho", guest_id: null, browser: "Chrome", seen: "03", code: null },
  { id: "c", kind: "office", who: "zanele", guest_id: null, browser: "Edge", seen: "05", code: "06" },
];
