// @ts-check
import rule from "../rules/operation-id-verb.js";
import { withOperation } from "../../../rules/test/support/documents.js";
import { describeRule } from "../../../rules/test/support/describe-rule.js";

/**
 * @param {string} method
 * @param {string} path
 * @param {string} operationId
 */
const operation = (method, path, operationId) => withOperation({ operationId }, { method, path });

describeRule(rule, {
  accepts: [
    ["create for POST", operation("post", "/jobs", "createHpJob")],
    ["list for GET of a collection", operation("get", "/avatars/public", "listPublicAvatars")],
    ["get for GET by an identifier", operation("get", "/jobs/{job_id}", "getHpJob")],
    ["list for GET below an identifier", operation("get", "/jobs/{job_id}/logs", "listJobLogs")],
    ["get for GET below an identifier", operation("get", "/jobs/{job_id}/log", "getJobLog")],
    ["replace for PUT", operation("put", "/jobs/{job_id}", "replaceHpJob")],
    ["update for PATCH", operation("patch", "/jobs/{job_id}", "updateHpJob")],
    ["delete for DELETE", operation("delete", "/jobs/{job_id}", "deleteHpJob")],
    ["any name for another method", operation("head", "/jobs", "probe")],
  ],
  rejects: [
    [
      "another verb for POST",
      operation("post", "/jobs", "startHpJob"),
      {
        path: ["paths", "/jobs", "post", "operationId"],
        says: /Name the operation create…, in lowerCamelCase, not "startHpJob": POST \/jobs/,
      },
    ],
    [
      "get for a collection",
      operation("get", "/avatars", "getAvatars"),
      { path: ["paths", "/avatars", "get", "operationId"], says: /list…/ },
    ],
    [
      "list by an identifier",
      operation("get", "/jobs/{job_id}", "listHpJob"),
      { path: ["paths", "/jobs/{job_id}", "get", "operationId"], says: /get…/ },
    ],
    [
      "a verb alone",
      operation("post", "/jobs", "create"),
      { path: ["paths", "/jobs", "post", "operationId"], says: /create…/ },
    ],
    [
      "a name that is not in lowerCamelCase",
      operation("post", "/jobs", "create_hp_job"),
      { path: ["paths", "/jobs", "post", "operationId"], says: /lowerCamelCase/ },
    ],
  ],
});
