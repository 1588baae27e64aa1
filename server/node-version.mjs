const OLDEST = [20, 19];

/** better-sqlite3 and Remix's compiler fail on older ones with words that help nobody. */
export function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  console.error(`Node ${OLDEST.join(".")} or newer is needed; this is Node ${process.versions.node}.`);
  process.exit(1);
}
