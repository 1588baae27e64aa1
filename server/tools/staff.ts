/** `npm run staff -- …`: what staff do, beside the running site. */
import { main } from "../../app/staff/main.server";
import { writePrivately } from "../private-files";

writePrivately();
process.exitCode = await main(process.argv.slice(2), process.env, process.env.INIT_CWD ?? process.cwd());
