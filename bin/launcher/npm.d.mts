/** Runs npm quietly in the project or another folder, and returns its output; throws with the end of it when it fails. */
export function npm(args: string[], what: string, folder?: string): string
