import { QueryFailed } from '../../../connector-errors.ts'

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#'
const digits = new Map([...alphabet].map((sign, value) => [sign, value]))

/** Decodes Z85: five characters become four bytes. */
export function bytesOfZ85(text: string): Buffer {
  if (text.length % 5 !== 0) throw damaged()
  const bytes = Buffer.alloc((text.length / 5) * 4)
  for (let at = 0; at < text.length; at += 5) {
    let value = 0
    for (let sign = at; sign < at + 5; sign++)
      value = value * 85 + (digits.get(text.charAt(sign)) ?? Number.NaN)
    if (!(value < 2 ** 32)) throw damaged()
    bytes.writeUInt32BE(value, (at / 5) * 4)
  }
  return bytes
}

const damaged = () => new QueryFailed('The log is damaged: it has a text that is not Z85.')
