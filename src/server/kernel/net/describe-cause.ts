/** Why a server cannot be reached, as the rest of a sentence. */
export function describeCause(cause: unknown): string {
  const { code, message } = cause as { code?: string; message?: string }
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'there is no such host.'
    case 'ECONNREFUSED':
      return 'the connection was refused.'
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return 'it does not answer.'
    default:
      return message ?? 'unknown error.'
  }
}
