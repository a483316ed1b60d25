import type { AlertMessage } from '#destinations/destination.ts'
import { readCriteria } from '#shared/alerts/alert-rules.ts'
import {
  type AlertVariables,
  alertVariables,
  maxTemplateRows,
  renderAlertTemplate,
} from '#shared/alerts/alert-template.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { storableText } from '#shared/format/storable-text.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import type { ResultRow } from '#shared/results/typed-result.ts'
import type { StoredAlert } from './alert-store.ts'
import type { AlertedQuery } from './evaluation-store.ts'

/** A copy whose texts can all be stored. */
function storableCopy<T>(value: T): T {
  const json = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? storableText(part) : part,
  )
  return JSON.parse(json) as T
}

export interface MessageFacts {
  /** state after the evaluation */
  alert: StoredAlert
  query: AlertedQuery
  value: string | null
  result: { columns: readonly ResultColumn[]; rows: readonly ResultRow[]; row_count: number }
  /** settings of the organization, for cells */
  formats: { date: string; dateTime: string }
  /** '': not set */
  baseUrl: string
  metadata: Readonly<Record<string, unknown>>
}

const maxCellLength = 1000

/** The message of an alert, the same for all channels; texts are plain. */
export function composeMessage(facts: MessageFacts): AlertMessage {
  const { alert, query, value, result, baseUrl } = facts
  const options = JSON.parse(alert.options) as Record<string, unknown>
  const criteria = readCriteria(options)
  const urls = { alert: `${baseUrl}/alerts/${alert.id}`, query: `${baseUrl}/queries/${query.id}` }
  const variables = alertVariables({
    alert: { name: alert.name, url: urls.alert, state: alert.state },
    query: { name: query.name, url: urls.query },
    ...{ criteria, value, columns: result.columns, rows: result.rows },
  })
  return storableCopy<AlertMessage>({
    state: alert.state,
    alert: {
      ...{ id: alert.id, name: alert.name, url: urls.alert, options },
      ...{ rearm: alert.rearm, query_id: alert.query_id, user_id: alert.user_id },
      last_triggered_at: alert.last_triggered_at?.toISOString() ?? null,
      created_at: alert.created_at.toISOString(),
      updated_at: alert.updated_at.toISOString(),
    },
    query: { id: query.id, name: query.name, url: urls.query, text: query.query_text },
    custom_subject: rendered('subject', options['custom_subject'], variables),
    custom_body: rendered('body', options['custom_body'] ?? options['template'], variables),
    result: {
      value,
      condition: criteria.op ?? '',
      threshold: String(criteria.value),
      columns: result.columns.map(({ name, friendly_name, type }) => ({ name, friendly_name, type })),
      rows: result.rows
        .slice(0, maxTemplateRows)
        .map((row) => result.columns.map((column) => shownCell(row[column.name], column, facts.formats))),
      row_count: result.row_count,
    },
    base_url: baseUrl,
    metadata: { ...facts.metadata },
  })
}

function rendered(part: 'subject' | 'body', template: unknown, variables: AlertVariables): string | null {
  if (typeof template !== 'string' || template.trim() === '') return null
  return renderAlertTemplate(part, template, variables)
}

function shownCell(cell: unknown, { type }: ResultColumn, formats: MessageFacts['formats']): string | null {
  if (cell === null || cell === undefined) return null
  if (type === 'date') return formatDateTime(cell, formats.date)
  if (type === 'datetime') return formatDateTime(cell, formats.dateTime)
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  return text.slice(0, maxCellLength)
}
