import type { SimulatedDisk } from "./simulated-disk";
import { World } from "./world";

/** The database as the first start creates it, migrated and seeded. */
export async function aNewDatabase(siteFile: string, disk: SimulatedDisk): Promise<Map<string, Buffer>> {
  disk.beginWith(new Map());
  const world = new World(0, siteFile, disk);
  await world.liveUntil(world.machine.start());
  await world.liveUntil(world.machine.stopAll());
  if (world.failure) throw new Error(world.failure);
  return disk.asWritten();
}
