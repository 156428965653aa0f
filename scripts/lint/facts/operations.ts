/** The endpoints of the interface specification, written down from its headings and addresses. */

export interface OperationFact {
  section: string;
  operationId: string;
  method: "get" | "post";
  path: string;
  /** Names of the path parameters, each a required string. */
  pathParameters: string[];
  hasBody: boolean;
}

export const operationFacts: OperationFact[] = [
  {
    section: "1. Create lipsync video",
    operationId: "createLipsyncVideo",
    method: "post",
    path: "/api/express_lipsync_video",
    pathParameters: [],
    hasBody: true,
  },
  {
    section: "2. Create dynamic slide video",
    operationId: "createDynamicSlideVideo",
    method: "post",
    path: "/api/template_dynamic_slide_video",
    pathParameters: [],
    hasBody: true,
  },
  {
    section: "3. Create HP job",
    operationId: "createHpJob",
    method: "post",
    path: "/api/hp_job",
    pathParameters: [],
    hasBody: true,
  },
  {
    section: "4. Get HP job status",
    operationId: "getHpJob",
    method: "get",
    path: "/api/hp_job/{job_id}",
    pathParameters: ["job_id"],
    hasBody: false,
  },
  {
    section: "5. Get all public avatars",
    operationId: "listPublicAvatars",
    method: "get",
    path: "/api/avatars/public",
    pathParameters: [],
    hasBody: false,
  },
  {
    section: "6. Get all custom avatars",
    operationId: "listCustomAvatars",
    method: "get",
    path: "/api/avatars/custom",
    pathParameters: [],
    hasBody: false,
  },
  {
    section: "7. Get all public voices",
    operationId: "listPublicVoices",
    method: "get",
    path: "/api/voices/public",
    pathParameters: [],
    hasBody: false,
  },
];

/** Paths that the specification names without describing an operation on them. */
export const silentPaths: string[] = ["/api/voices/custom"];
