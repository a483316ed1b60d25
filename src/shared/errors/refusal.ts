import { type ErrorCode, errorCodes } from './error-codes.ts'

/** An expected refusal: thrown by use cases and turned into a reply in server/http/answer-error.ts only. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, details: Record<string, unknown> = {}) {
    super(errorMessage(code, details))
    this.name = 'Refusal'
    this.code = code
    this.status = errorCodes[code].status
    this.details = details
  }
}

/** Builds the refusal to throw: `throw refuse('query.version_conflict')`. */
export function refuse(code: ErrorCode, details: Record<string, unknown> = {}): Refusal {
  return new Refusal(code, details)
}

/** The message of a code with its `{placeholders}` filled from `details`. */
export function errorMessage(code: ErrorCode, details: Record<string, unknown>): string {
  return errorCodes[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
}
