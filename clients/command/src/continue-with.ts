/** The command that goes on with a job, to be copied into a shell. */

export function continueWith(resource: string, jobId: string, flags: string[]): string {
  const words = flags.map(quote).join(" ");
  // What begins with a dash would be a flag.
  const rest = jobId.startsWith("-") ? `${words} -- ${quote(jobId)}` : `${quote(jobId)} ${words}`;
  return `video-generation ${resource} get ${rest}`;
}

/** A word of another alphabet is quoted: an identifier is whatever the service says. */
function quote(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
