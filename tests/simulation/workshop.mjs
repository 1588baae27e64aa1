import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../server/fresh.mjs";
import { bundle } from "./bundle.mjs";

/** A folder where simulations are built and run; in memory if possible, because the disk is simulated anyway. */
export async function aWorkshop() {
  const folder = mkdtempSync(path.join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "thuma-simulation-"));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const program = path.join(folder, "simulate.mjs");
  const recorder = path.join(folder, "recorder.mjs");
  await Promise.all([bundle("simulate.ts", program), bundle("../power-cut/recorder.ts", recorder)]);
  const { startRecording } = await import(pathToFileURL(recorder).href);
  /** Where each site was bundled from: it reads its migrations and views there. */
  const sourcesOf = new Map();
  let count = 0;
  const aName = (what) => path.join(folder, `${what}-${++count}`);

  return {
    /** Bundles the site from the sources in a folder. */
    async siteFrom(sources) {
      const site = `${aName("site")}.cjs`;
      await bundle("site.ts", site, sources);
      sourcesOf.set(site, sources);
      return site;
    },
    /** A copy of our sources with a bug planted in it. */
    plant({ file, find, replace }) {
      const sources = aName("sources");
      for (const each of ["app", "db", "build/brand.json", "package.json"])
        cpSync(path.join(root, each), path.join(sources, each), { recursive: true });
      const planted = path.join(sources, file);
      const [before = "", after, ...more] = readFileSync(planted, "utf8").split(find);
      if (after === undefined || more.length > 0) throw new Error(`${file} doesn't hold exactly once: ${find}`);
      writeFileSync(planted, before + replace + after);
      return sources;
    },
    /**
     * Runs one simulation of a site in its own process.
     * @param options.keep a folder to which the last world's database is copied
     * @returns its exit code and output
     */
    async simulate(site, args, { shows = false, keep = "" } = {}) {
      const place = aName("disk");
      mkdirSync(place);
      const recording = startRecording(place);
      const faults = aName("faults");
      writeFileSync(faults, Buffer.alloc(12));
      const env = { ...process.env, ...recording.env, RECORD_FAULTS: faults, SIMULATED_SITE: site };
      const child = spawn(process.execPath, [program, ...args], {
        cwd: sourcesOf.get(site) ?? root,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      const stop = () => child.kill("SIGKILL");
      process.once("exit", stop);
      let output = "";
      for (const channel of ["stdout", "stderr"]) {
        child[channel].setEncoding("utf8").on("data", (text) => {
          output += text;
          if (shows) process[channel].write(text);
        });
      }
      const code = await new Promise((resolve) => child.once("close", resolve));
      process.removeListener("exit", stop);
      recording.end();
      for (const file of keep ? readdirSync(place, { recursive: true }) : [])
        if (/(^|\/)courier\.db(-wal)?$/.test(file))
          cpSync(path.join(place, file), path.join(keep, path.basename(file)));
      rmSync(place, { recursive: true, force: true });
      return { code, output };
    },
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}
