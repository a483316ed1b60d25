import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A path inside the project, absolute. */
export function inProject(...parts) {
  return join(root, ...parts)
}

/** An error that the user can fix: printed as one line. */
export function cannotLaunch(message) {
  const error = new Error(message)
  error.name = 'CannotLaunch'
  return error
}

/** Progress goes to standard error, so that the output of commands stays clean. */
export function progress(line) {
  process.stderr.write(`${line}\n`)
}
