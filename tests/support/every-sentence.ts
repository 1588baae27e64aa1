import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

/** A sentence of a source file. What is filled in stands in braces: `{day}` and `{time}` if it is one, otherwise `{…}`. */
export type SourceSentence = { file: string; words: string };

/** What writes a day or a time into a sentence. */
const WRITES_DAYS = /^(?:days?|date|longAgo|weekday|shortDates?|saDate|saWeekday|arrivalInWords|plannedDay)\(/;
const WRITES_TIMES = /^(?:time|moment|saDateTime|saClock)\(/;

/** Every sentence in the source files below these folders: of strings, of templates and of JSX. */
export function sentencesIn(folders: readonly string[], isRead: (file: string) => boolean): SourceSentence[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file) && isRead(file))
    .flatMap((file) => sentencesOf(file).map((words) => ({ file, words })));
}

function sentencesOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) found.push(ofTemplate(node));
    const isText =
      (ts.isJsxElement(node) || ts.isJsxFragment(node)) &&
      node.children.some((child) => ts.isJsxText(child) && /\p{L}/u.test(child.text));
    if (isText) found.push(ofElement(node));
    node.forEachChild(visit);
  };
  visit(source);
  return found.flatMap((text) => inSentences(text));
}

function ofTemplate({ head, templateSpans }: ts.TemplateExpression): string {
  return head.text + templateSpans.map(({ expression, literal }) => filledIn(expression) + literal.text).join("");
}

function ofElement({ children }: ts.JsxElement | ts.JsxFragment): string {
  return children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text;
      if (ts.isJsxElement(child) || ts.isJsxFragment(child)) return ofElement(child);
      return ts.isJsxExpression(child) && child.expression ? filledIn(child.expression) : " ";
    })
    .join("");
}

function filledIn(expression: ts.Expression): string {
  if (ts.isStringLiteralLike(expression)) return expression.text;
  const text = expression.getText();
  return WRITES_DAYS.test(text) ? "{day}" : WRITES_TIMES.test(text) ? "{time}" : "{…}";
}

/** A text's sentences, with plain spaces. */
function inSentences(text: string): string[] {
  return text
    .replace(/[\s\u00a0]+/g, " ")
    .split(/(?<=[.?!]) (?=[\p{Lu}{“])/u)
    .map((each) => each.trim())
    .filter((each) => (each.replace(/\{[^}]*\}/g, "").match(/\p{L}{2,}/gu) ?? []).length > 1);
}
