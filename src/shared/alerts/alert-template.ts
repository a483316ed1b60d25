import { templateParts, UnreadableTemplate } from '../parameters/render-text.ts'
import type { AlertState } from './alert-rules.ts'

/** What templates of subject and body may use (docs/reference/api-alerts.md#templates). */
export interface AlertVariables {
  ALERT_NAME: string
  ALERT_URL: string
  ALERT_STATUS: string
  ALERT_SELECTOR: string
  ALERT_CONDITION: string
  ALERT_THRESHOLD: string
  QUERY_NAME: string
  QUERY_URL: string
  /** the watched one, also of `min` and `max` */
  QUERY_RESULT_VALUE: string
  /** rows as objects by the names of the columns */
  QUERY_RESULT_ROWS: readonly Readonly<Record<string, unknown>>[]
  QUERY_RESULT_COLS: readonly { name: string; friendly_name: string; type: string | null }[]
  /** the same rows as lists of cells */
  QUERY_RESULT_TABLE: readonly (readonly unknown[])[]
}

/** More rows than anybody reads in a message. */
export const maxTemplateRows = 100

export interface TemplateFacts {
  alert: { name: string; url: string; state: AlertState }
  criteria: { selector: string; op: string | null; value: string | number }
  query: { name: string; url: string }
  /** the watched value; null: there is none */
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

/** What fits into every channel's message, cut at the end. */
const maxRenderedLength = { subject: 500, body: 50_000 }

/**
 * A template with its values: mustache whose values are plain text, as each channel escapes in its own way. One that
 * cannot be read, or grows without bound, stays as it is written: a message that looks odd is better than none.
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
  // half of a pair of surrogates is no character
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** What is wrong with a template, for the one who writes it; null when nothing is. */
export function templateProblem(template: string): string | null {
  try {
    templateParts(template, {})
    return null
  } catch (error) {
    if (error instanceof UnreadableTemplate && error.cause instanceof Error) return error.cause.message
    throw error
  }
}
