/** Runs npm quietly in the project; throws with the end of its output when it fails. */
export function npm(args: string[], what: string): void
