/** Facts for the comment before a text, which tells database operators who runs it. */
export interface Annotation {
  /** email, or the name of the API key's user */
  username: string
  /** null for text without a saved query */
  query_id: number | null
  queue: string
  /** null: not told */
  job_id: string | null
  query_hash: string
  scheduled: boolean
}

export interface AnnotatedText {
  text: string
  /** length of the inserted prefix, for mapping error positions back */
  prefixLength: number
}

/**
 * Puts the comment of docs/reference/connectors.md#annotation before the text; it contains no line break, so line
 * numbers stay the same.
 */
export function annotate(text: string, annotation: Annotation): AnnotatedText {
  const username = `Username: ${harmless(annotation.username)}`
  const query = `query_id: ${annotation.query_id ?? 'adhoc'}`
  const facts = [
    ...(annotation.scheduled ? [query, username] : [username, query]),
    `Queue: ${harmless(annotation.queue)}`,
    ...(annotation.job_id === null ? [] : [`Job ID: ${harmless(annotation.job_id)}`]),
    `Query Hash: ${harmless(annotation.query_hash)}`,
    `Scheduled: ${annotation.scheduled ? 'True' : 'False'}`,
  ]
  const prefix = `/* ${facts.join(', ')} */ `
  return { text: prefix + text, prefixLength: prefix.length }
}

/** Prevents a value from ending the comment, opening a nested one or breaking the line. */
function harmless(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').replace(/[*/](?=[*/])/g, '$& ')
}
