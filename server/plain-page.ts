import { brand } from "../app/brand";
import { paths } from "../app/paths";
import type { Refusal } from "./refusals";

/** The page behind a refusal. It needs neither Remix nor the database, so it works when they don't. */
export function plainPage(refusal: Refusal): string {
  return `<!DOCTYPE html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(refusal.title)} - ${escaped(brand.name)}</title>
</head>
<body>
<main>
<h1>${escaped(refusal.title)}</h1>
<p>${escaped(refusal.words)}</p>
<p><a href="${escaped(refusal.home ?? paths.home)}">Go to the ${escaped(brand.name)} home page</a></p>
</main>
</body>
</html>
`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
