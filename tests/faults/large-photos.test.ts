import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import Vips from "wasm-vips";
import { aPng } from "../domain/drivers/a-picture";
import { inTheFile } from "../support/a-guest";
import { aRound, gatesApart, signedInDriver } from "../support/a-round";
import { runningSiteForAllTests } from "../support/running-site";
import { Visitor } from "../support/visitor";

/** `PHOTOS=all npm test -- tests/faults/large-photos.test.ts` sends them all while eight other programs keep the processors busy, and prints the figures. */
const isWhole = process.env.PHOTOS === "all";
const LOAD = isWhole ? 8 : 0;
const LOOK_MS = 5;
const MOST_ADDED_MB = 250;
const MOST_ADDED_BY_50_MP_MB = 300;
/** A progressive JPEG has to be read as a whole before its first line is known. No camera makes one. */
const MOST_ADDED_BY_PROGRESSIVE_MB = 450;

type Sent = { photo: string; bytes: Uint8Array; isTaken: boolean; mostMb: number };
type Measured = { photo: string; kB: number; taken: boolean; addedMb: number; helperMb: number; cpuS: number };

const site = runningSiteForAllTests();
const load: ChildProcess[] = [];
afterAll(() => {
  for (const busy of load) busy.kill("SIGKILL");
});

test("large photos are taken, or cost the mark nothing, and the site's memory stays within its limits", async () => {
  const photos = await thePhotos();
  const [round] = await aRound(site, ["Sipho Nkosi"], photos.length, gatesApart);
  if (!round) throw new Error("no round");
  const driver = await signedInDriver(site, round, new Visitor(site.url));
  for (let each = 0; each < LOAD; each += 1) load.push(spawn(process.execPath, ["-e", "for (;;);"]));
  const measured: Measured[] = [];
  for (const [place, sent] of photos.entries()) {
    const stop = round.stops[place] ?? "";
    await driver.open(`/drive/stop/${stop}`);
    const answers = { takenBy: "Gogo Mabena", reason: "The phone is off or lost", photo: "" };
    const form = new FormData();
    for (const [name, value] of driver.filledIn("Delivered", answers).body) form.append(name, value);
    form.set("photo", new File([new Uint8Array(sent.bytes)], "gate.jpg"));
    const memory = watchMemory(site.pid ?? 0);
    const answer = await driver.send(`/drive/stop/${stop}`, { method: "POST", body: form });
    await answer.arrayBuffer();
    const row = {
      photo: sent.photo,
      kB: Math.round(sent.bytes.length / 1000),
      taken: answer.status === 303,
      ...memory.end(),
    };
    measured.push(row);
  }
  console.table(measured);
  for (const [place, { photo, isTaken, mostMb }] of photos.entries()) {
    expect([photo, measured[place]?.taken]).toEqual([photo, isTaken]);
    expect(measured[place]?.addedMb, photo).toBeLessThanOrEqual(mostMb);
  }
  const [count] = inTheFile(
    site,
    "SELECT (SELECT count(*) FROM driver_marks) AS marks, (SELECT count(*) FROM delivery_photos) AS photos",
  );
  expect(count).toEqual({ marks: photos.length, photos: photos.filter(({ isTaken }) => isTaken).length });
});

/** The first ones only, unless all are sent. */
async function thePhotos(): Promise<Sent[]> {
  const aPhoto = await camera();
  const [taken, refused] = [
    { isTaken: true, mostMb: MOST_ADDED_MB },
    { isTaken: false, mostMb: MOST_ADDED_MB },
  ];
  const photos = [
    () => ({ photo: "24 MP", bytes: aPhoto(5664, 4248), ...taken }),
    () => ({ photo: "PNG, 25,000,000 x 1", bytes: aPng(25_000_000, 1), ...refused }),
    () => ({ photo: "8 MP", bytes: aPhoto(3264, 2448), ...taken }),
    () => ({ photo: "12 MP", bytes: aPhoto(4032, 3024), ...taken }),
    () => ({ photo: "50 MP", bytes: aPhoto(8160, 6120), isTaken: true, mostMb: MOST_ADDED_BY_50_MP_MB }),
    () => ({
      photo: "50 MP, progressive",
      bytes: aPhoto(8160, 6120, true),
      isTaken: true,
      mostMb: MOST_ADDED_BY_PROGRESSIVE_MB,
    }),
    () => ({ photo: "PNG, 24 MP", bytes: aPng(5664, 4248), ...taken }),
    () => ({ photo: "PNG, 64 MP", bytes: aPng(8000, 8000), isTaken: true, mostMb: MOST_ADDED_BY_50_MP_MB }),
    () => ({ photo: "the half of one of 24 MP", bytes: aPhoto(5664, 4248).subarray(0, 1_000_000), ...taken }),
    () => ({ photo: "not a photo", bytes: Buffer.alloc(1_000_000, "GIF89a"), ...refused }),
  ];
  return photos.slice(0, isWhole ? photos.length : 2).map((make) => make());
}

/** Makes JPEGs of noise that is smooth enough for 8 MB. */
async function camera() {
  const vips = await Vips({ dynamicLibraries: [] });
  vips.Cache.max(0);
  return (width: number, height: number, interlace = false) => {
    const band = () => vips.Image.gaussnoise(width / 8, height / 8, { mean: 128, sigma: 40 }).resize(8);
    const picture = band().bandjoin([band(), band()]).cast("uchar").copy({ interpretation: "srgb" });
    return picture.jpegsaveBuffer({ Q: 60, interlace });
  };
}

/** The most memory that the site and its helper take together, above what the site took before. */
function watchMemory(pid: number) {
  const before = residentMb(pid);
  let [most, helper, cpuS] = [before, 0, 0];
  const look = setInterval(() => {
    for (const child of childrenOf(pid)) {
      helper = Math.max(helper, residentMb(child));
      cpuS = Math.max(cpuS, cpuSecondsOf(child));
      most = Math.max(most, residentMb(pid) + residentMb(child));
    }
    most = Math.max(most, residentMb(pid));
  }, LOOK_MS);
  return {
    end: () => {
      clearInterval(look);
      return { addedMb: Math.round(most - before), helperMb: Math.round(helper), cpuS };
    },
  };
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readOf(pid, "status"))?.[1] ?? 0) / 1024;
}

function cpuSecondsOf(pid: number): number {
  const fields = readOf(pid, "stat").replace(/.*\)/, "").split(" ");
  return (Number(fields[12] ?? 0) + Number(fields[13] ?? 0)) / 100;
}

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.flatMap((thread) => readOf(pid, `task/${thread}/children`).split(" ").filter(Boolean).map(Number));
}

/** Blank once the process has ended. */
function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
