const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text as HTML: between tags, or as an attribute's value in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The text of escaped HTML. React writes an apostrophe in its own way. */
export function unescapeHtml(html: string): string {
  const characters = Object.fromEntries(Object.entries(entities).map(([character, entity]) => [entity, character]));
  return html.replace(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => characters[entity] ?? "'");
}
