/** Files and folders of the repository that a release holds. */
export const carried: readonly string[]
