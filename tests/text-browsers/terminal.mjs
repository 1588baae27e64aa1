import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 40;
const PATIENCE_MS = 30_000;
/** If a key changes nothing within this time, it has no effect. */
const STEP_MS = 1_000;
/** Tall enough for a whole page. */
const COLUMNS = 110;
const ROWS = 400;
/** More stops than any page has links and fields. */
const MOST_STOPS = 150;
/** After so many keys without effect, the page has ended. */
const MOST_IDLE_STEPS = 5;
let terminals = 0;

/** A program in its own terminal and home folder, controlled as a person would. */
export class Terminal {
  /** @param nextStop the key that goes on to the next link or field */
  constructor(command, nextStop) {
    terminals += 1;
    this.socket = `thuma-${process.pid}-${terminals}`;
    this.nextStop = nextStop;
    this.home = mkdtempSync(path.join(tmpdir(), "text-browser-"));
    this.tmux("-u", "-f", "/dev/null", "new-session", "-d", "-x", COLUMNS, "-y", ROWS, ...command);
    this.close = this.close.bind(this);
    process.once("exit", this.close);
  }

  /** @returns the lines of the screen */
  lines() {
    return this.tmux("capture-pane", "-p").split("\n");
  }

  /** Types text as it is. */
  type(text) {
    this.tmux("send-keys", "-l", text);
  }

  /** Presses keys by their names, such as Enter or Tab. */
  press(...keys) {
    this.tmux("send-keys", ...keys);
  }

  /** @returns the screen's lines, once a pattern matches and the screen has stopped changing */
  async see(pattern) {
    for (const givesUpAt = Date.now() + PATIENCE_MS; Date.now() < givesUpAt; await pause(LOOK_EVERY_MS)) {
      if (this.lines().some((line) => pattern.test(line))) return this.atRest();
    }
    throw new Error(`never showed ${pattern}, but:\n${this.lines().filter(Boolean).join("\n")}`);
  }

  /** Moves forward until the cursor is on this line, between these columns. */
  reach(line, from = 0, to = COLUMNS) {
    return this.goOnUntil(({ x, y }) => y === line && x >= from && x <= to, this.lines()[line]);
  }

  /** Moves forward to the first stop on this line or below. */
  reachBelow(line) {
    return this.goOnUntil(({ y }) => y >= line, this.lines()[line]);
  }

  async goOnUntil(isThere, what, key) {
    for (let stops = 0, idle = 0; stops < MOST_STOPS && idle < MOST_IDLE_STEPS; stops += 1) {
      const before = this.cursor();
      if (isThere(before)) return;
      await this.step(key);
      idle = same(this.cursor(), before) ? idle + 1 : 0;
    }
    throw new Error(`no way to: ${what}\n${this.lines().filter(Boolean).join("\n")}`);
  }

  /** Moves to the next link or field, if there is one. */
  async step(key = this.nextStop) {
    const before = this.cursor();
    this.press(key);
    const givesUpAt = Date.now() + STEP_MS;
    while (same(this.cursor(), before) && Date.now() < givesUpAt) await pause(5);
  }

  cursor() {
    const [x, y] = this.tmux("display-message", "-p", "#{cursor_x} #{cursor_y}").split(" ").map(Number);
    return { x, y };
  }

  /** Waits until keys have changed the screen, if they change it at all. A busy machine takes its time. */
  async changed(before) {
    const isAsBefore = () => this.lines().join("\n") === before.join("\n");
    for (const givesUpAt = Date.now() + STEP_MS; isAsBefore() && Date.now() < givesUpAt; ) await pause(LOOK_EVERY_MS);
    await this.atRest();
  }

  async atRest() {
    for (let before = ""; ; await pause(LOOK_EVERY_MS)) {
      const now = this.lines().join("\n");
      if (now === before) return now.split("\n");
      before = now;
    }
  }

  close() {
    process.off("exit", this.close);
    this.tmux("kill-server");
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  tmux(...words) {
    const env = { ...process.env, HOME: this.home };
    return spawnSync("tmux", ["-L", this.socket, ...words.map(String)], { encoding: "utf8", env }).stdout;
  }
}

const same = (a, b) => a.x === b.x && a.y === b.y;
