import type { Phrase } from '../messages/phrase.ts'
import { templateParts, UnreadableTemplate } from '../sql/render-text.ts'
import type { AlertState } from './alert-rules.ts'

/** Variables for templates of subject and body (docs/reference/api-alerts.md#templates). */
export interface AlertVariables {
  ALERT_NAME: string
  ALERT_URL: string
  ALERT_STATUS: string
  ALERT_SELECTOR: string
  ALERT_CONDITION: string
  ALERT_THRESHOLD: string
  QUERY_NAME: string
  QUERY_URL: string
  /** the watched value, also with `min` and `max` */
  QUERY_RESULT_VALUE: string
  /** rows as objects by the names of the columns */
  QUERY_RESULT_ROWS: readonly Readonly<Record<string, unknown>>[]
  QUERY_RESULT_COLS: readonly { name: string; friendly_name: string; type: string | null }[]
  /** the same rows as lists of cells */
  QUERY_RESULT_TABLE: readonly (readonly unknown[])[]
}

/** Enough rows for a message. */
export const maxTemplateRows = 100

export interface TemplateFacts {
  alert: { name: string; url: string; state: AlertState }
  criteria: { selector: string; op: string | null; value: string | number }
  query: { name: string; url: string }
  /** the watched value; null: no value */
  value: string | null
  columns: AlertVariables['QUERY_RESULT_COLS']
  rows: AlertVariables['QUERY_RESULT_ROWS']
}

export function alertVariables({
  alert,
  criteria,
  query,
  value,
  columns,
  rows,
}: TemplateFacts): AlertVariables {
  const shown = rows.slice(0, maxTemplateRows)
  return {
    ALERT_NAME: alert.name,
    ALERT_URL: alert.url,
    ALERT_STATUS: alert.state.toUpperCase(),
    ALERT_SELECTOR: criteria.selector,
    ALERT_CONDITION: criteria.op ?? '',
    ALERT_THRESHOLD: String(criteria.value),
    QUERY_NAME: query.name,
    QUERY_URL: query.url,
    QUERY_RESULT_VALUE: value ?? '',
    QUERY_RESULT_ROWS: shown,
    QUERY_RESULT_COLS: columns,
    QUERY_RESULT_TABLE: shown.map((row) => columns.map(({ name }) => row[name])),
  }
}

/** Fits into the messages of every channel; longer texts are cut. */
const maxRenderedLength = { subject: 500, body: 50_000 }

/**
 * Renders a mustache template. Values are inserted unescaped, because each channel escapes in its own way. A template
 * that cannot be parsed or grows without bound is returned unrendered: an odd message is better than none.
 */
export function renderAlertTemplate(
  part: keyof typeof maxRenderedLength,
  template: string,
  variables: AlertVariables,
): string {
  const longest = maxRenderedLength[part]
  return cut(renderOrKeep(template, variables, longest), longest)
}

function renderOrKeep(template: string, variables: AlertVariables, longest: number): string {
  try {
    let text = ''
    for (const found of templateParts(template, { ...variables })) {
      text += found.kind === 'text' ? found.text : printed(found.value)
      if (text.length > longest) break
    }
    return text
  } catch (error) {
    if (error instanceof UnreadableTemplate) return template
    throw error
  }
}

function printed(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text
  // do not leave half of a surrogate pair
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The problem with a template, for its author; null if there is none. */
export function templateProblem(template: string): Phrase | null {
  try {
    templateParts(template, {})
    return null
  } catch (error) {
    if (error instanceof UnreadableTemplate) return error.problem
    throw error
  }
}
