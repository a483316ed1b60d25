import type { TnsReader } from './tns-bytes.ts'

export interface TnsExecute {
  /** null: of a cursor that is open */
  text: string | null
  cursor: number
  options: number
  rows: number
  /** types of the columns, as they shall be sent */
  defines: number[] | null
}

export const execution = { parse: 1, define: 0x10, execute: 0x20, fetch: 0x40, commit: 0x100 } as const

/** The request to parse, define or execute, as the version of Oracle 12.1 has it. */
export function readExecute(reader: TnsReader): TnsExecute {
  const options = reader.integer()
  const cursor = reader.integer()
  const hasText = reader.u8() === 1
  const length = reader.integer()
  if (hasText !== (cursor === 0) && !hasText) throw new Error('a text for an open cursor')
  reader.expect(1, 'the pointer to the vector')
  if (reader.integer() !== 13) throw new Error('the vector has another length than 13')
  for (const what of ['al8o4', 'al8o4l', 'prefetch size']) reader.expect(0, what)
  const rows = reader.integer()
  reader.integer()
  reader.expect(0, 'the pointer to binds')
  if (reader.integer() !== 0) throw new Error('binds, which the connector never sends')
  for (const what of ['al8pp', 'al8txn', 'al8txl', 'al8kv', 'al8kvl']) reader.expect(0, what)
  const hasDefines = reader.u8() === 1
  const count = reader.integer()
  reader.integer()
  reader.expect(0, 'al8objlist')
  reader.expect(1, 'al8objlen')
  reader.expect(0, 'al8blv')
  reader.integer()
  reader.expect(0, 'al8dnam')
  reader.integer()
  reader.integer()
  reader.expect(0, 'al8pidmlrc')
  reader.integer()
  reader.expect(0, 'al8pidmlrcl')
  const text = hasText ? reader.sized() : null
  if (text !== null && text.length !== length) throw new Error('a text of another length than told')
  for (let at = 0; at < 13; at++) reader.integer()
  const defines = hasDefines ? Array.from({ length: count }, () => readDefine(reader)) : null
  if (hasDefines !== ((options & execution.define) !== 0)) throw new Error('defines without their option')
  if (reader.left > 0) throw new Error(`${reader.left} bytes behind the request`)
  return { text: text?.toString() ?? null, cursor, options, rows, defines }
}

function readDefine(reader: TnsReader): number {
  const type = reader.u8()
  reader.raw(3)
  for (let at = 0; at < 4; at++) reader.integer()
  reader.integer()
  reader.integer()
  reader.u8()
  reader.integer()
  return type
}

/** Keys and values of a step of the login. */
export function readLogin(reader: TnsReader): { user: string; pairs: Map<string, string> } {
  const hasUser = reader.u8() === 1
  const length = reader.integer()
  reader.integer()
  reader.expect(1, 'the pointer to pairs')
  const count = reader.integer()
  reader.raw(2)
  const user = hasUser ? reader.sized().toString() : ''
  if (Buffer.byteLength(user) !== length) throw new Error('a user name of another length than told')
  const pairs = new Map<string, string>()
  for (let at = 0; at < count; at++) {
    const key = reader.text()
    pairs.set(key, reader.text())
    reader.integer()
  }
  if (reader.left > 0) throw new Error(`${reader.left} bytes behind the login`)
  return { user, pairs }
}
