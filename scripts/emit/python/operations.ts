/** Operations of the Python client: a method and a coroutine for each. */
import { banner } from "../model/banner.ts";
import { nameInCode } from "../model/names.ts";
import type { Model } from "../model/model.ts";
import { argumentsOf, type Operation } from "../model/operations.ts";
import { constantName, docstring, methodName, pythonLiteral, pythonName } from "./writing.ts";

/** @throws {UnwritableError} for what has no form in Python */
export function renderPythonOperations({ operations }: Model): string {
  const names = operations.flatMap((operation) => [
    ...argumentsOf(operation).map(({ type }) => type),
    operation.result,
  ]);
  return `"""Operations of the service.

${banner}
"""
from __future__ import annotations

from typing import Mapping, Optional

from ..options import CallOptions, Route
from ..run import AsyncRunner, Runner
from ..send import call
from .types import (
${[...new Set(names)]
  .sort()
  .map((name) => `    ${name},`)
  .join("\n")}
)

${operations.map(renderRoute).join("\n")}


class Operations(Runner):
    """A method for each operation: path parameters, then the body, then options."""

${operations.map((operation) => renderMethod(operation, "")).join("\n")}

class AsyncOperations(AsyncRunner):
    """A coroutine for each operation: path parameters, then the body, then options."""

${operations.map((operation) => renderMethod(operation, "await ")).join("\n")}`;
}

function renderRoute({ id, method, path, result, required }: Operation): string {
  const checks = Object.entries(required).map(
    ([name, type]) => `${JSON.stringify(name)}: ${type === "string" ? "str" : "list"}`,
  );
  return `${constantName(id)} = Route(
    "${methodName(id)}",
    "${method}",
    ${JSON.stringify(path)},
    {${checks.join(", ")}},
    ${result}.read,
)`;
}

function renderMethod(operation: Operation, wait: "" | "await "): string {
  const { id, parameters, body, result } = operation;
  const names = nameInCode("Python", parameters, pythonName);
  const given = parameters.map(({ name, type }) => `${names.get(name)}: ${type},`);
  if (body) given.push(`body: ${body.type},`);
  const inPath = [...names.values()].join(", ");
  return `    ${wait && "async "}def ${methodName(id)}(
        self,
${given.map((line) => `        ${line}\n`).join("")}        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> ${result}:
${docstring(methodNotes(operation, wait), "        ")}
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, ${constantName(id)}, (${inPath}${inPath && ","}), ${body ? "body" : "None"}, options)
        return ${wait}self._run(steps)
`;
}

/** What an editor shows of a method. */
function methodNotes(operation: Operation, wait: string): string[] {
  const { id, summary, notes } = operation;
  const given = argumentsOf(operation);
  const values = given.map(({ example }) => pythonLiteral(example)).join(", ");
  const call = `${wait}client.${methodName(id)}(${values})`;
  return [`${summary}.`, ...notes, `Example::\n\n    result = ${call.replaceAll("\n", "\n    ")}`];
}
