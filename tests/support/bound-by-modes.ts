/**
 * A command prefix that makes file modes apply to a program. Without it root ignores them, unless it drops two
 * capabilities.
 */
export function boundByModes(): string[] {
  if (process.getuid?.() !== 0) return [];
  return ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"];
}
