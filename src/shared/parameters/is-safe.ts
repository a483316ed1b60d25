import { readStoredParameters } from '../queries/detect-parameters.ts'

/** Text of any kind can be typed into a `text` parameter: such queries need full access (reference-api 3.2). */
export function isSafe(options: Readonly<Record<string, unknown>>): boolean {
  return readStoredParameters(options).every((parameter) => parameter.type !== 'text')
}
