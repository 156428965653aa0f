/** The commands of the contract as a tree: resources, and what can be done with each. */
import {
  absentCommands,
  commands,
  type OperationCommand,
} from "../../../generated/command/commands.ts";
import { operationRoutes } from "../../../generated/operations.ts";

/** `<resource> <verb>`: one operation, or several that a flag chooses between. */
export interface CommandNode {
  resource: string;
  verb: string;
  /** The first is meant where no flag chooses. */
  operations: OperationCommand[];
  isCreate: boolean;
  /** Whether the client can wait for its job. */
  canWait: boolean;
}

/** The operation that the client has a wait for: no other kind of job can be read back. */
export const waitableOperation = "getHpJob";

export const tree: CommandNode[] = makeTree();

function makeTree(): CommandNode[] {
  const groups = Map.groupBy(commands, ({ resource, verb }) => `${resource} ${verb}`);
  return [...groups.values()].map((operations) => {
    const [first] = operations as [OperationCommand];
    const { resource, verb, isCreate } = first;
    return { resource, verb, operations, isCreate, canWait: canWait(first) };
  });
}

/** What reads such a job, and what creates one. */
function canWait({ resource, operation, isCreate }: OperationCommand): boolean {
  const reads = commands.filter((command) => command.operation === waitableOperation);
  return (
    operation === waitableOperation ||
    (isCreate && reads.some((read) => read.resource === resource))
  );
}

export const resources: string[] = [...new Set(tree.map(({ resource }) => resource))];

export function verbsOf(resource: string): string[] {
  return tree.filter((node) => node.resource === resource).map(({ verb }) => verb);
}

/** Why a command is missing that one would look for. */
export function absenceOf(resource: string, verb: string): string | undefined {
  const absent = absentCommands.find(
    (command) => command.resource === resource && command.verb === verb,
  );
  return absent && `${absent.reading} (Gap ${absent.gap}.)`;
}

/** `GET /api/hp_job/{job_id}` */
export function routeOf({ operation }: OperationCommand): string {
  const [method, path] = operationRoutes[operation];
  return `${method} ${path}`;
}
