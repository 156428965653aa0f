/** What every client obeys. Generated from clients/policy.yaml. Do not edit: run npm run generate. */

/** Half a minute leaves room for a slow link. */
export const readTimeoutMs = 30000;

/** A create may have to look at its media before it responds. Giving up early leaves a job that nobody knows of. */
export const createTimeoutMs = 120000;

/** Limit of the body of one response, decompressed. A list or a job stays far below; more would fill the memory. */
export const maxBodyBytes = 67108864;

/** Two retries outlast a restart behind a load balancer, and add little to an outage. */
export const retries = 2;

/** Statuses that HTTP defines as temporary. A response with one of them may be different next time. */
export const transientStatuses = [408,429,500,502,503,504] as const;

/** Pause before the first retry. */
export const firstRetryPauseMs = 500;

/** Limit of the pauses between retries. */
export const maxRetryPauseMs = 8000;

/** Each pause is this many times as long as the one before. */
export const retryPauseGrowth = 2;

/** Share of a pause that is random, so that clients which failed together do not come back together. */
export const pauseJitter = 0.25;

/** A longer `Retry-After` ends the call at once: the caller has better things to do than to wait inside it. */
export const maxRetryAfterMs = 60000;

/** Statuses of a job that is still rendering, as long as the contract names no final ones. The specification shows one. */
export const pendingStatuses: readonly string[] = ["rendering"];

/** Pause before the second poll: short enough for a quick render. The specification names no interval. */
export const firstPollPauseMs = 2000;

/** Limit of the pauses between polls. */
export const maxPollPauseMs = 15000;

/** Each pause between polls is this many times as long as the one before. */
export const pollPauseGrowth = 1.5;

/** Limit of a wait. The specification names no duration; a longer render is waited for again. */
export const maxWaitMs = 1200000;

/** Time kept at the end of a wait for a last poll. */
export const maxLastPollMs = 5000;

/** How many responses in a row may say nothing about the job: a page of a proxy, half a body, a 404 of a server that does not know it yet. */
export const maxUnusableResponses = 5;

/** Limit of silence: until a response begins, and between two parts of its body. */
export const downloadIdleTimeoutMs = 30000;

/** Limit of one file, 4 GiB: more than an hour of video at 8 Mbit/s. */
export const maxDownloadBytes = 4294967296;

/** Limit of the time for one file. */
export const downloadDeadlineMs = 3600000;

/** Limit of the number of files of one job. */
export const maxDownloads = 10000;

/** How many redirects a download follows. Calls follow none. */
export const maxDownloadRedirects = 5;

/** Networks that a download never asks, whatever an output says, unless the service itself is there. Clouds give their keys to whoever asks a link-local address (169.254.0.0/16, fe80::/10), or one that they use like it; the rest are the four forms of each within IPv6. */
export const refusedNetworks = ["169.254.0.0/16","168.63.129.16/32","100.100.100.200/32","fe80::/10","fd00:ec2::/32","::169.254.0.0/112","::168.63.129.16/128","::100.100.100.200/128","::ffff:169.254.0.0/112","::ffff:168.63.129.16/128","::ffff:100.100.100.200/128","64:ff9b::169.254.0.0/112","64:ff9b::168.63.129.16/128","64:ff9b::100.100.100.200/128","2002:a9fe::/32","2002:a83f:8110::/48","2002:6464:64c8::/48"] as const;

/** Statuses that look like a failure have one of these words, in any case. A save tells of them as long as the contract names none. */
export const failedStatusPattern = "fail|error|cancel|abort|reject";

/** Endings of the names of files, by media type. A file gets no other one. `outputs.yaml` says how files are named. */
export const fileEndings = {"video/mp4":".mp4","video/x-m4v":".m4v","video/webm":".webm","video/quicktime":".mov","video/x-matroska":".mkv","video/x-msvideo":".avi","video/mpeg":".mpg","video/mp2t":".ts","audio/mpeg":".mp3","audio/mp4":".m4a","audio/wav":".wav","audio/ogg":".ogg","image/png":".png","image/jpeg":".jpg","image/gif":".gif","image/webp":".webp","application/zip":".zip"} as const;

/** Headers in which servers and proxies name a request, the best first. */
export const requestIdHeaders = ["x-request-id","request-id"] as const;

/** A header whose name, in lower case, matches this holds a secret, and its value is hidden. A count of tokens is no secret. */
export const secretHeaderPattern = "authorization|cookie|token([^s]|$)|secret|key";

/** A shorter token is not redacted: it occurs in texts by chance. */
export const minRedactedLength = 8;

/** A pattern of thousands of letters takes seconds, or overflows a stack: what follows these is taken for the rest of the token. */
export const maxSpelledLength = 200;

/** How a letter of a token may be spelled in what a server sends back: in either case, with the escapes of JSON and of programs, with percent signs, and as HTML. `<hex>` and `<code>` stand for the letter; within base64, only its signs are spelled so. */
export const spelledLetterPattern = "(?:\\\\{0,3}\\x<hex>|\\\\{1,3}(?:u\\{?|x)0*<hex>\\}?|%(?:25|u00)*<hex>|&#(?:x0*<hex>|0*<code>);)";

/** What may follow the spelled part of a longer token. */
export const tokenRestPattern = "(?:[^\\s\"'<>\\\\]|\\\\+[/ux])*";

/** Length of the part of a body that a message shows: enough to tell a login page from a stack trace. */
export const maxExcerptLength = 200;

/** Address of the service. */
export const baseUrlVariable = "VIDEO_GENERATION_BASE_URL";

/** The access token. */
export const tokenVariable = "VIDEO_GENERATION_TOKEN";

/** Statuses that end a wait. As long as the contract names none, any status ends it that is not pending. */
export const finalStatuses: readonly string[] = [];

/** Statuses that say that a job failed. As long as the contract names none, those say so that look like it. */
export const failureStatuses: readonly string[] = [];
