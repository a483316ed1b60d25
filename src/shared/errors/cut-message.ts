import { storableText } from '../format/storable-text.ts'

/** Max length of an error message. It is stored with the job and sent to the browser. */
const maxMessageLength = 20_000

/** An error message of a database or server, cut and storable. */
export function cutMessage(message: string): string {
  const cut = message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength)} …`
  return storableText(cut)
}
