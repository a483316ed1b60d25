/** Nobody reads more of it, and it is stored and sent with the job. */
const maxMessageLength = 20_000

/** The words of a stranger, as they are kept: PostgreSQL stores neither U+0000 nor half of a character. */
export function cutMessage(message: string): string {
  const cut = message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength)} …`
  return cut.toWellFormed().replaceAll('\0', '\ufffd')
}
