import { readCriteria } from './alert-rules.ts'

const maxNameLength = 255

/** The default name of an alert: its query and its condition (docs/reference/api-alerts.md#alert-names). */
export function defaultAlertName(queryName: string, options: Readonly<Record<string, unknown>>): string {
  const { column, op, value } = readCriteria(options)
  const condition = [column, op ?? '', value].filter((part) => part !== '').join(' ')
  return `${queryName}: ${condition}`.slice(0, maxNameLength)
}
