/** Names of the stories that create a job, in the order of a run. */
export const creatingStories = [
  "avatar-speaks-text",
  "avatar-speaks-audio",
  "video-speaks-text",
  "video-speaks-audio",
  "slides",
  "hp-job",
  // while variables-or-customizations is open
  "hp-job-under-the-other-name",
  // end
];
