import { getSystemErrorMessage } from 'node:util'

/** Why a file cannot be read or written: the system's message ("permission denied") without error codes. */
export function whyNotFile(error: unknown): string {
  const { errno, code, message } = error as NodeJS.ErrnoException
  if (typeof errno === 'number' && errno < 0) return getSystemErrorMessage(errno)
  return code === undefined ? message : message.replace(`${code}: `, '')
}
