/** What leads a request to who answers it. */
import type { HTTPVersion, Instance } from "find-my-way";

export type Router = Instance<HTTPVersion.V1>;
