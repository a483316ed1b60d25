/** Something to correct: in the settings, in the repository or at its server. The message is for the admin. */
export class GitProblem extends Error {}
