import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("people read “email”, as in the spec's own sentences, and never “e-mail” beside it", () => {
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line);
  const said = sources.flatMap((file) =>
    readFileSync(`app/${file}`, "utf8")
      .split("\n")
      .filter((line) => !isComment(line) && /\be-mail/i.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(said).toEqual([]);
});
