import { readCriteria } from './alert-rules.ts'

const maxNameLength = 255

/** The name of an alert that is given none: its query and what it watches (docs/reference/api-alerts.md#alert-names). */
export function defaultAlertName(queryName: string, options: Readonly<Record<string, unknown>>): string {
  const { column, op, value } = readCriteria(options)
  const condition = [column, op ?? '', value].filter((part) => part !== '').join(' ')
  return `${queryName}: ${condition}`.slice(0, maxNameLength)
}
