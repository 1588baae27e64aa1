import { brand } from "../app/brand";
import { paths } from "../app/paths";
import stylesheet from "../app/ui/styles/index.css";
import type { Refusal } from "./refusals";

/** A refusal's page. It needs neither Remix nor the database, so it works when they don't. */
export function plainPage(refusal: Refusal): string {
  const home = escaped(refusal.home ?? paths.home);
  return `<!DOCTYPE html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escaped(refusal.title)} · ${escaped(brand.name)}</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<header class="top"><div class="bar"><a class="logo" href="${home}">${escaped(brand.name)}</a></div></header>
<main id="main">
<section class="lost">
<h1>${escaped(refusal.title)}</h1>
<p>${escaped(refusal.words)}</p>
<p class="buttons"><a class="button" href="${home}">Back to Home</a></p>
</section>
</main>
</body>
</html>
`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
