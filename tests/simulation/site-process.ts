import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";
import type RealDatabase from "better-sqlite3";
import { SITE } from "./network";
import { account } from "./payfast";
import { globalsOf, modulesOf, type Surroundings } from "./process-outside";

export type SiteModule = typeof import("./site");

/** One process of the site. */
export class SiteProcess {
  isAlive = true;
  readonly connections = new Set<RealDatabase.Database>();
  /** Requests that wait for an answer of this process; all resolve when it dies. */
  private readonly waiting = new Set<(nothing: null) => void>();
  readonly site: SiteModule;

  constructor(load: (process: SiteProcess) => SiteModule) {
    this.site = load(this);
  }

  /** Resolves to null when the process dies before it has answered. */
  serve<Result>(ask: () => Promise<Result>): Promise<Result | null> {
    return new Promise((resolve, reject) => {
      this.waiting.add(resolve);
      ask()
        .then(resolve, reject)
        .finally(() => this.waiting.delete(resolve));
    });
  }

  die(): void {
    this.isAlive = false;
    for (const resolve of this.waiting) resolve(null);
  }
}

/**
 * The site's program, loaded once. Each process that runs it has its own state.
 * @returns a function that starts it in a process, with a data folder
 */
export function siteProgram(siteFile: string) {
  const program = programOf(siteFile);
  return (process: SiteProcess, around: Surroundings, dataDir: string): SiteModule => {
    const globals = globalsOf(process, around, environmentOf(dataDir));
    const module = { exports: {} };
    const run = program.runInThisContext() as (...given: unknown[]) => void;
    run(modulesOf(process, around), module, module.exports, ...globalNames.map((name) => globals[name]));
    return module.exports as SiteModule;
  };
}

function environmentOf(dataDir: string): Record<string, string> {
  return {
    NODE_ENV: "production",
    LOG_LEVEL: "silent",
    APP_URL: SITE,
    DATA_DIR: dataDir,
    SESSION_SECRET: "a secret that only the simulation knows",
    PAYFAST_MODE: "live",
    COMPANY_VAT_NUMBER: "4123456789",
    COMPANY_REGISTRATION_NUMBER: "2026/123456/07",
    COMPANY_DIRECTORS: "Nomsa Khumalo",
    COMPANY_PHONE: "011 555 0123",
    PAYFAST_MERCHANT_ID: account.merchantId,
    PAYFAST_MERCHANT_KEY: account.merchantKey,
    PAYFAST_PASSPHRASE: account.passphrase,
    DEPOT_HOURS: "Monday to Friday, 08:00 to 17:00",
    COMPANY_EMAIL: "desk@courier.co.za",
    COMPANY_ADDRESS: "7 Loop Street, Germiston 1401",
    SMTP_URL: "smtp://mail.courier.co.za",
    MAIL_FROM: "Thuma Couriers <no-reply@courier.co.za>",
  };
}

const globalNames = [
  ...(["Date", "setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval"] as const),
  ...(["performance", "crypto", "Math", "process"] as const),
];

/** The bundle as a function whose parameters are all its globals. */
function programOf(siteFile: string): vm.Script {
  const code = fs.readFileSync(siteFile, "utf8");
  const names = ["require", "module", "exports", ...globalNames].join(", ");
  return new vm.Script(`(function (${names}) {${code}\n})`, { filename: path.basename(siteFile) });
}
