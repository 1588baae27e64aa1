/**
 * What to start a program with so that the modes of files bind it. They don't bind root, unless it goes without the two
 * powers that say so.
 */
export function boundByModes(): string[] {
  if (process.getuid?.() !== 0) return [];
  return ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"];
}
