/** `npm run staff -- …`: what staff do, beside the running site. */
import { main } from "../../app/staff/main.server";

process.exitCode = await main(process.argv.slice(2), process.env, process.env.INIT_CWD ?? process.cwd());
