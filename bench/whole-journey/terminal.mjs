import { spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 40;
const PATIENCE_MS = 60_000;
/** So tall that a whole page is on the screen. */
const COLUMNS = 110;
const ROWS = 400;
/** More stops than any page has links and fields. */
const MOST_STOPS = 150;

/** A program in a terminal of its own, read and typed into as a person does. */
export class Terminal {
  constructor(command) {
    this.socket = `bench-${process.pid}-${command[0]}`;
    this.tmux("-u", "-f", "/dev/null", "new-session", "-d", "-x", COLUMNS, "-y", ROWS, ...command);
    process.once("exit", () => this.close());
  }

  /** @returns the lines of the screen */
  lines() {
    return this.tmux("capture-pane", "-p").split("\n");
  }

  /** Words as they are. */
  type(text) {
    this.tmux("send-keys", "-l", text);
  }

  /** Keys by their names, such as Enter or Tab. */
  press(...keys) {
    this.tmux("send-keys", ...keys);
  }

  /** @returns the lines of the screen, once a pattern is found on it and it rests */
  async see(pattern) {
    for (const givesUpAt = Date.now() + PATIENCE_MS; Date.now() < givesUpAt; await pause(LOOK_EVERY_MS)) {
      if (this.lines().some((line) => pattern.test(line))) return this.atRest();
    }
    throw new Error(`never showed ${pattern}, but:\n${this.lines().filter(Boolean).join("\n")}`);
  }

  /** Tabs forward until the cursor stands on this line, between these columns. */
  reach(line, from = 0, to = COLUMNS) {
    return this.tabUntil(({ x, y }) => y === line && x >= from && x <= to, this.lines()[line]);
  }

  /** Tabs forward to the first stop on this line or below. */
  reachBelow(line) {
    return this.tabUntil(({ y }) => y >= line, this.lines()[line]);
  }

  async tabUntil(isThere, what) {
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      const { x, y } = this.cursor();
      if (isThere({ x, y })) return;
      this.press("Tab");
      for (let looks = 0; looks < 5 && same(this.cursor(), { x, y }); looks += 1) await pause(5);
    }
    throw new Error(`no way to: ${what}`);
  }

  cursor() {
    const [x, y] = this.tmux("display-message", "-p", "#{cursor_x} #{cursor_y}").split(" ").map(Number);
    return { x, y };
  }

  async atRest() {
    for (let before = ""; ; await pause(LOOK_EVERY_MS)) {
      const now = this.lines().join("\n");
      if (now === before) return now.split("\n");
      before = now;
    }
  }

  close() {
    this.tmux("kill-server");
  }

  tmux(...words) {
    return spawnSync("tmux", ["-L", this.socket, ...words.map(String)], { encoding: "utf8" }).stdout;
  }
}

const same = (a, b) => a.x === b.x && a.y === b.y;
