import { ApiError } from '#web/api/api-error.ts'

/** A field that the server refused (`name`, or `options.url`), and why. */
export interface FieldFault {
  field: string
  message: string
}

/** null: the refusal is not about a field. */
export function fieldFault(error: unknown): FieldFault | null {
  if (!(error instanceof ApiError) || typeof error.body !== 'object' || error.body === null) return null
  const { field } = error.body as { field?: unknown }
  if (typeof field !== 'string') return null
  return { field, message: withoutName(error.message) }
}

/** `URL (options.url): must be …` -> `Must be …`: the label already shows the name. */
function withoutName(message: string): string {
  const reason = message.replace(/^.*?(\(options\.[\w.]+\)|options\.[\w.]+|^\w+): /, '')
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}
