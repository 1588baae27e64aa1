/**
 * Loaded into a site with `--import`. Reports on standard error where code normalises or pattern-matches a text longer
 * than any field allows. For some texts that takes time that grows with the square of the length.
 */
const LONG = 5_000;
/** One of the characters that the tests fill a field with. */
const MARK = "\u05AE";
/**
 * These functions take time that grows only linearly with the length. `codePointLength` is zod's, bundled with the
 * site.
 */
const linear = /node_modules\/(?:react-dom\b|@remix-run\b)|node:internal|\bat codePointLength /;

/** Pages contain what was typed; searching a page takes linear time. */
const isPage = (text) => text.startsWith("<html");

watch(String.prototype, "normalize", (text) => text);
for (const name of ["exec", "test", Symbol.replace, Symbol.match, Symbol.matchAll, Symbol.search, Symbol.split]) {
  watch(RegExp.prototype, name, (_, text) => text);
}

function watch(prototype, name, textOf) {
  const original = prototype[name];
  prototype[name] = function watched(...given) {
    const text = textOf(this, ...given);
    if (typeof text === "string" && text.length > LONG && text.includes(MARK) && !isPage(text))
      note(String(name), this, text);
    return original.apply(this, given);
  };
}

let isNoting = false;

function note(name, self, text) {
  if (isNoting) return;
  isNoting = true;
  const [caller = ""] = new Error().stack
    .split("\n")
    .slice(1)
    .filter((line) => !/note-long-texts|<anonymous>/.test(line));
  const pattern = self instanceof RegExp ? ` ${self}` : "";
  if (!linear.test(caller))
    process.stderr.write(`LONG ${name}${pattern} of ${text.length}, "${text.slice(0, 40)}" by ${caller.trim()}\n`);
  isNoting = false;
}
