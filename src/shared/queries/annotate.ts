/** Who runs a text; what the comment before it tells the people who look after the database. */
export interface Annotation {
  /** e-mail, or the name of the API key's user */
  username: string
  /** null for text that belongs to no saved query */
  query_id: number | null
  queue: string
  job_id: string
  query_hash: string
  scheduled: boolean
}

export interface AnnotatedText {
  text: string
  /** length of what was put before the text, so that error positions can be mapped back */
  prefixLength: number
}

/** Puts the comment of docs/reference/connectors.md#annotation before the text; it has no line break, so lines keep their numbers. */
export function annotate(text: string, annotation: Annotation): AnnotatedText {
  const username = `Username: ${harmless(annotation.username)}`
  const query = `query_id: ${annotation.query_id ?? 'adhoc'}`
  const facts = [
    ...(annotation.scheduled ? [query, username] : [username, query]),
    `Queue: ${harmless(annotation.queue)}`,
    `Job ID: ${harmless(annotation.job_id)}`,
    `Query Hash: ${harmless(annotation.query_hash)}`,
    `Scheduled: ${annotation.scheduled ? 'True' : 'False'}`,
  ]
  const prefix = `/* ${facts.join(', ')} */ `
  return { text: prefix + text, prefixLength: prefix.length }
}

/** Nothing in a value may end the comment, open a nested one, or break the line. */
function harmless(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').replace(/[*/](?=[*/])/g, '$& ')
}
