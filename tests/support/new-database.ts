import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { openStore } from "#db/store.server";

declare module "vitest" {
  interface ProvidedContext {
    newDatabase: string;
  }
}

/** Before all tests, makes one database as the first start makes it. Each test begins with a copy: that takes a tenth of the time. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "thuma-new-"));
  const file = path.join(folder, "courier.db");
  await (await openStore(file)).close();
  chmodSync(file, 0o600);
  provide("newDatabase", file);
  return () => rmSync(folder, { recursive: true, force: true });
}
