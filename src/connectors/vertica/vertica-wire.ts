import { createHash } from 'node:crypto'
import { WireFault } from '../wire-fault.ts'

/** Texts of the protocol end with a zero byte. */
const zero = Buffer.of(0)

function cstring(text: string): Buffer {
  return Buffer.concat([Buffer.from(text), zero])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** A message with its code and its length; the first messages of a connection have no code. */
function message(code: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(code), int32(body.length + 4), body])
}

export const minVersion = (3 << 16) | 5
export const maxVersion = (3 << 16) | 16

/** The first message: who logs in. Versions before 3.7 know the first number only, later ones the parameter. */
export function startup(parameters: Readonly<Record<string, string>>): Buffer {
  const given = Object.entries(parameters).flatMap(([name, value]) => [cstring(name), cstring(value)])
  const version = [cstring('protocol_version'), int32(maxVersion), zero]
  return message('', int32(minVersion), ...given, ...version, zero)
}

export const sslRequest = message('', int32(80_877_103))
export const terminate = message('X')

export function cancelRequest({ process, secret }: BackendKey): Buffer {
  return message('', int32(80_877_102), int32(process), int32(secret))
}

export function queryMessage(text: string): Buffer {
  return message('Q', cstring(text))
}

/** What a request to cancel names. */
export interface BackendKey {
  process: number
  secret: number
}

export interface Login {
  user: string
  password: string
}

/** The answer to a demand for a password; null: this kind of login is not known. */
export function passwordMessage(demand: VerticaReader, { user, password }: Login): Buffer | null {
  const kind = demand.int32()
  switch (kind) {
    case 3:
      return message('p', cstring(password))
    case 5:
    case 65541: {
      const salt = demand.bytes(4)
      return message('p', cstring(`md5${hash('md5', hash('md5', password + user), salt)}`))
    }
    case 65536:
    case 66048: {
      const salt = demand.bytes(4)
      const ofUser = demand.bytes(demand.int32())
      return message('p', cstring(`sha512${hash('sha512', hash('sha512', password, ofUser), salt)}`))
    }
    default:
      return null
  }
}

function hash(algorithm: 'md5' | 'sha512', ...parts: (string | Buffer)[]): string {
  const hashed = createHash(algorithm)
  for (const part of parts) hashed.update(part)
  return hashed.digest('hex')
}

/** Reads the body of one message. */
export class VerticaReader {
  readonly #body: Buffer
  #at = 0

  constructor(body: Buffer) {
    this.#body = body
  }

  get left(): number {
    return this.#body.length - this.#at
  }

  bytes(length: number): Buffer {
    if (length < 0 || length > this.left) throw new WireFault('The server sent a message that is not whole.')
    this.#at += length
    return this.#body.subarray(this.#at - length, this.#at)
  }

  byte(): number {
    return this.bytes(1)[0] as number
  }

  int16(): number {
    return this.bytes(2).readInt16BE()
  }

  int32(): number {
    return this.bytes(4).readInt32BE()
  }

  cstring(): string {
    const end = this.#body.indexOf(0, this.#at)
    if (end < 0) throw new WireFault('The server sent a text that does not end.')
    const text = this.#body.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }
}

export interface VerticaField {
  name: string
  type: number
}

/** The fields of a result; null: one of them has a type that the protocol describes in another way. */
export function readFields(reader: VerticaReader): VerticaField[] | null {
  const count = reader.int16()
  if (count < 0) throw new WireFault('The server sent a result of no valid width.')
  if (count === 0) return []
  if (reader.int32() !== 0) return null
  const fields: VerticaField[] = []
  for (let at = 0; at < count; at++) {
    const name = reader.cstring()
    const hasTable = reader.bytes(8).some((byte) => byte !== 0)
    if (hasTable) {
      reader.cstring()
      reader.cstring()
    }
    reader.int16()
    if (reader.byte() !== 0) return null
    const type = reader.int32()
    // length, may be null, is an identity, modifier
    reader.bytes(10)
    if (reader.int16() !== 0)
      throw new WireFault('The server sent a result in a form that was not asked for.')
    fields.push({ name, type })
  }
  return fields
}

export interface ServerMessage {
  severity: string
  state: string
  text: string
  detail: string
  hint: string
  /** from 1, in characters; NaN: there is none */
  position: number
}

/** Servers send about fifteen. */
const maxServerFields = 100

/** An error or a notice. */
export function readServerMessage(reader: VerticaReader): ServerMessage {
  const fields = new Map<string, string>()
  let count = 0
  for (;;) {
    const code = reader.byte()
    if (code === 0) break
    if (++count > maxServerFields)
      throw new WireFault('The server sent an error or a notice of too many fields.')
    fields.set(String.fromCharCode(code), reader.cstring())
  }
  const field = (code: string) => fields.get(code) ?? ''
  return {
    ...{ severity: field('S'), state: field('C'), text: field('M'), detail: field('D'), hint: field('H') },
    position: Number.parseInt(field('P'), 10),
  }
}
