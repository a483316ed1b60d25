/** The server refused a request. `code` is for programs: docs/errors.md of the server lists all codes. */
export class SextantError extends Error {
  readonly status: number
  readonly code: string
  /** the field of the request that is wrong */
  readonly field: string | undefined

  constructor(status: number, { message, code, field }: { message: string; code?: string; field?: string }) {
    super(message)
    this.name = 'SextantError'
    this.status = status
    this.code = code ?? 'unknown'
    this.field = field
  }
}

/** The data source refused the query, or its run was cancelled. The message is that of the data source. */
export class QueryFailed extends Error {
  readonly jobId: string
  /** where the error is in the text, from 1, if the data source says so */
  readonly position: { line: number; column: number } | null

  constructor(message: string, jobId: string, position: { line: number; column: number } | null) {
    super(message)
    this.name = 'QueryFailed'
    this.jobId = jobId
    this.position = position
  }
}
