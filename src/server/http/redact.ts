/** A URL as it may stand in a log: the values of keys and tokens are gone (promise S17). */
export function redactUrl(url: string): string {
  return url.replace(/([?&](?:api_key|token|password|code|signature)=)[^&#]*/gi, '$1…')
}

export interface BugDescription {
  type: string
  message: string
  stack: string | undefined
  code?: string
  cause?: BugDescription
}

/**
 * What a log may say of an unexpected error. Only named parts: errors of drivers carry values of rows and
 * connection options beside them.
 */
export function describeBug(error: unknown, depth = 0): BugDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: undefined }
  const { code } = error as { code?: unknown }
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause !== undefined && depth < 5 ? { cause: describeBug(error.cause, depth + 1) } : {}),
  }
}
