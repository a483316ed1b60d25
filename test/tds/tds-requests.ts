import { TdsReader } from './tds-bytes.ts'

/** What a client may send (MS-TDS 2.2.6). Each reader refuses what a server would. */
export interface TdsLogin {
  user: string
  password: string
  database: string
  application: string
}

export function readLogin(bytes: Buffer): TdsLogin {
  const reader = new TdsReader(bytes)
  if (reader.u32() !== bytes.length) throw new Error('The length of LOGIN7 is wrong.')
  if (bytes.readUInt32LE(4) !== 0x74000004) throw new Error('LOGIN7 must ask for TDS 7.4.')
  const field = (at: number) => {
    const [offset, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)]
    return bytes.subarray(offset, offset + length * 2)
  }
  const plain = Buffer.from(field(44)).map((byte) => {
    const swapped = byte ^ 0xa5
    return ((swapped << 4) & 0xf0) | (swapped >> 4)
  })
  return {
    user: field(40).toString('utf16le'),
    password: Buffer.from(plain).toString('utf16le'),
    application: field(48).toString('utf16le'),
    database: field(68).toString('utf16le'),
  }
}

function skipHeaders(reader: TdsReader): void {
  const total = reader.u32()
  if (total !== 22 || reader.u32() !== 18 || reader.u16() !== 2)
    throw new Error('ALL_HEADERS must hold the transaction.')
  reader.u64()
  reader.u32()
}

export function readBatch(bytes: Buffer): string {
  const reader = new TdsReader(bytes)
  skipHeaders(reader)
  return reader.text((bytes.length - reader.at) / 2)
}

export interface TdsCall {
  text: string
  declarations: string
  values: Record<string, string>
}

const executeSql = 10

/** `sp_executesql` with parameters of the type `nvarchar`; nothing else is expected. */
export function readCall(bytes: Buffer): TdsCall {
  const reader = new TdsReader(bytes)
  skipHeaders(reader)
  const nameLength = reader.u16()
  const isKnown =
    nameLength === 0xffff ? reader.u16() === executeSql : reader.text(nameLength) === 'sp_executesql'
  if (!isKnown) throw new Error('Only sp_executesql is expected.')
  reader.u16()
  const parameters: { name: string; value: string }[] = []
  while (!reader.isAtEnd()) {
    const name = reader.text(reader.u8())
    if (reader.u8() !== 0) throw new Error('No output parameters are expected.')
    parameters.push({ name, value: readText(reader) })
  }
  const [text, declarations, ...values] = parameters
  if (text === undefined || declarations === undefined || values.length === 0)
    throw new Error('Parameters are missing.')
  const declared = declarations.value.split(/,\s*/).map((part) => part.split(' ')[0])
  if (declared.join() !== values.map(({ name }) => name).join())
    throw new Error('Declarations and values differ.')
  return {
    text: text.value,
    declarations: declarations.value,
    values: Object.fromEntries(values.map(({ name, value }) => [name, value])),
  }
}

/** A value of `nvarchar(n)` or `nvarchar(max)`. */
function readText(reader: TdsReader): string {
  const type = reader.u8()
  if (type !== 0xe7) throw new Error(`Parameters must be nvarchar, not 0x${type.toString(16)}.`)
  const isLong = reader.u16() === 0xffff
  reader.skip(5)
  if (!isLong) return reader.text(reader.u16() / 2)
  reader.u64()
  let text = ''
  for (let length = reader.u32(); length > 0; length = reader.u32()) text += reader.text(length / 2)
  return text
}
