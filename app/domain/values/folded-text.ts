/** Lower case, no accents, straight apostrophes, single spaces: `Côte d’Ivoire` becomes `cote d'ivoire`. */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[‘’]/g, "'").replace(/\s+/g, " ").trim().toLowerCase();
}
