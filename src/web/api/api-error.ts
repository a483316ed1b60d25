/** A refused or failed call. `status` 0: the server could not be reached. */
export class ApiError extends Error {
  readonly status: number
  /** from src/shared/errors/error-codes.ts, if the server sent one; `offline` for status 0 */
  readonly code: string | null
  /** the body of the answer: parsed JSON, or its text */
  readonly body: unknown

  constructor(status: number, code: string | null, message: string, body: unknown) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.body = body
  }
}

/** The server's message, or the fallback. The messages of internal errors (500) are not useful to users. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.status !== 500 && error.message !== '') return error.message
  return fallback
}

/**
 * True for a refusal in the shape of a job: it is about a data source or a run, not about the caller
 * (docs/reference/api-conventions.md#job-shaped-errors).
 */
export function isAboutJob({ body }: ApiError): boolean {
  return typeof body === 'object' && body !== null && 'job' in body
}
