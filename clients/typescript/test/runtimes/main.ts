/** Entry for runtimes with a command line. */
import { checkClient } from "./check.ts";

const [serverUrl = "", refusingUrl = ""] = process.argv.slice(2);
console.log(JSON.stringify(await checkClient(serverUrl, refusingUrl)));
