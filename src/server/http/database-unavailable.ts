/** Network errors and SQLSTATEs for a lost connection: start-up, shutdown, too many clients, broken link. */
const unavailableCodes = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
  ],
  ...['ENOENT', '57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006'],
])
/** pg and pg-pool set no code on these. */
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'not queryable',
  'the database system is',
]

/** Whether this error of the metadata pool is transient (docs/reference/promises.md#r3). Any other error is a bug. */
export function isDatabaseUnavailable(error: Error): boolean {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return unavailableCodes.has(code) && !isFileError(error)
  return unavailableMessages.some((message) => error.message.includes(message))
}

/** A missing file also gives ENOENT; a missing PostgreSQL socket gives it from `connect`. */
function isFileError(error: Error): boolean {
  const { syscall } = error as { syscall?: unknown }
  return typeof syscall === 'string' && !['connect', 'read', 'write', 'getaddrinfo'].includes(syscall)
}
