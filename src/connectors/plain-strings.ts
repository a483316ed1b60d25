import type { BoundValue } from '#shared/sql/bound-value.ts'
import { QueryFailed } from './connector-errors.ts'

/** The settings by name, and the ways to spell a name so that it is not seen here. */
const encodingSettings =
  /standard_conforming_strings|client_encoding|\bset\s+(?:(?:session|local)\s+)?names\b|\bset_config\b|\bu&"/i

/**
 * Values are written for a server that reads UTF-8 and standard strings, as the session requests; a text with values
 * must not change that. If a database derived from PostgreSQL still escapes with backslashes, it gets no value that
 * contains one. Throws QueryFailed.
 */
export function requirePlainStrings(
  text: string,
  values: readonly BoundValue[],
  settings: ReadonlyMap<string, string>,
): void {
  const isStandard = settings.get('standard_conforming_strings') === 'on'
  if (!isStandard && values.some(({ value }) => value.includes('\\'))) {
    throw new QueryFailed(
      'This server reads backslashes in strings as escapes, so values must not contain any.',
    )
  }
  let own = ''
  let at = 0
  for (const { start, end } of values) {
    own += `${text.slice(at, start)} `
    at = end
  }
  if (!encodingSettings.test(own + text.slice(at))) return
  throw new QueryFailed(
    'A query that takes values cannot change standard_conforming_strings or client_encoding.',
  )
}
