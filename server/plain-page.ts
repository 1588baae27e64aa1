import { brand } from "../app/brand";
import { escapeHtml } from "../app/domain/values/escape-html";
import { paths } from "../app/paths";
import stylesheet from "../app/ui/styles/index.css";
import type { Refusal } from "./refusals";
import type { SentForm } from "./sent-form";

/** A refusal's page. It needs neither Remix nor the database, so it works when they don't. */
export function plainPage(refusal: Refusal): string {
  const home = escapeHtml(refusal.home ?? paths.home);
  return `<!DOCTYPE html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(refusal.title)} · ${escapeHtml(brand.name)}</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<header class="top"><div class="bar"><a class="logo" href="${home}">${escapeHtml(brand.name)}</a></div></header>
<main id="main">
<section class="lost">
<h1>${escapeHtml(refusal.title)}</h1>
<p>${escapeHtml(refusal.words)}</p>
${refusal.form ? formAgain(refusal.form) : ""}<p class="buttons"><a class="button" href="${home}">Back to Home</a></p>
</section>
</main>
</body>
</html>
`;
}

/** The fields as they came, hidden, and a button; passwords and files are asked for again. */
function formAgain({ action, isMultipart, fields, passwords, files }: SentForm): string {
  const asked = [
    ...passwords.map((name) => [`${nameOfPassword[name] ?? "Password"}, which we don't keep`, "password", name, ""]),
    ...files.map(({ name, fileName, isPicture }) => [
      `You sent the file ${fileName}. Choose it again`,
      ...["file", name, isPicture ? ' accept="image/*"' : ""],
    ]),
  ];
  return `<form class="form" method="post" action="${escapeHtml(action)}"${isMultipart ? ' enctype="multipart/form-data"' : ""}>
${fields.map(({ name, value }) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`).join("\n")}
${asked.map(([label = "", type = "", name = "", more = ""]) => `<p><label>${escapeHtml(label)}<br><input type="${type}" name="${escapeHtml(name)}"${more}></label></p>`).join("\n")}
<p>${fields.length > 0 ? "What you typed is kept on this page. " : ""}Wait a minute, then press the button.</p>
<p class="buttons"><button class="button" type="submit">Send it again</button></p>
</form>
`;
}

const nameOfPassword: Record<string, string> = {
  signingSecret: "Signing secret",
  currentPassword: "Current password",
  confirmPassword: "The new password once more",
};
