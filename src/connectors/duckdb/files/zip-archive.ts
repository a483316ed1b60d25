import { createInflateRaw } from 'node:zlib'
import { QueryFailed } from '../../connector-errors.ts'

/** Unpacked bytes of all that is read of an archive: a small file may unpack to any size. */
const maxUnpacked = 2_000_000_000
const endLength = 22
const maxComment = 65_535
const entryLength = 46
const localLength = 30
const maxEntries = 10_000
const chunkSize = 65_536

export interface ZipArchive {
  names: ReadonlySet<string>
  /** the unpacked bytes of an entry; nothing if there is none of this name */
  open(name: string): AsyncGenerator<Uint8Array>
}

interface Entry {
  method: number
  packed: number
  unpacked: number
  offset: number
}

/** A ZIP archive as spreadsheets are: without encryption, and below 4 GB. Throws QueryFailed for anything else. */
export function zipArchive(bytes: Buffer, most = maxUnpacked): ZipArchive {
  const entries = readDirectory(bytes)
  let left = most
  return {
    names: new Set(entries.keys()),
    async *open(name) {
      const entry = entries.get(name)
      if (entry === undefined) return
      let length = 0
      for await (const chunk of contentOf(bytes, entry)) {
        left -= chunk.length
        length += chunk.length
        if (left < 0) {
          throw new QueryFailed(`The file unpacks to more than ${most / 1_000_000} MB, which is the limit.`)
        }
        yield chunk
      }
      if (length !== entry.unpacked) throw damaged(`${name} has another length than it says`)
    },
  }
}

function readDirectory(bytes: Buffer): Map<string, Entry> {
  const from = Math.max(0, bytes.length - endLength - maxComment)
  const at = bytes.subarray(from).lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (at === -1 || from + at + endLength > bytes.length) throw damaged('it is no ZIP archive')
  const end = from + at
  const count = bytes.readUInt16LE(end + 10)
  let next = bytes.readUInt32LE(end + 16)
  if (count > maxEntries) throw damaged('it has too many parts')
  const entries = new Map<string, Entry>()
  for (let index = 0; index < count; index++) {
    if (next + entryLength > end || bytes.toString('latin1', next, next + 4) !== 'PK\u0001\u0002')
      throw damaged('its directory is broken')
    const lengths = [28, 30, 32].map((place) => bytes.readUInt16LE(next + place))
    const [nameLength = 0] = lengths
    const name = bytes.toString('utf8', next + entryLength, next + entryLength + nameLength)
    if ((bytes.readUInt16LE(next + 8) & 1) !== 0)
      throw new QueryFailed('The file is encrypted. Save it without a password, and upload it again.')
    entries.set(name, {
      method: bytes.readUInt16LE(next + 10),
      packed: bytes.readUInt32LE(next + 20),
      unpacked: bytes.readUInt32LE(next + 24),
      offset: bytes.readUInt32LE(next + 42),
    })
    next += entryLength + lengths.reduce((sum, length) => sum + length, 0)
  }
  return entries
}

async function* contentOf(bytes: Buffer, { method, packed, offset }: Entry): AsyncGenerator<Uint8Array> {
  if (
    offset + localLength > bytes.length ||
    bytes.toString('latin1', offset, offset + 4) !== 'PK\u0003\u0004'
  )
    throw damaged('a part is not where it should be')
  const start = offset + localLength + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + packed > bytes.length) throw damaged('a part ends too early')
  const content = bytes.subarray(start, start + packed)
  if (method === 0) {
    yield content
    return
  }
  if (method !== 8) throw damaged('a part is packed in an unknown way')
  const inflate = createInflateRaw({ chunkSize })
  inflate.end(content)
  try {
    yield* inflate as AsyncIterable<Uint8Array>
  } catch (error) {
    if (error instanceof QueryFailed) throw error
    throw damaged((error as Error).message)
  }
}

export function damaged(why: string): QueryFailed {
  return new QueryFailed(`The file is not an Excel workbook (xlsx), or it is damaged: ${why}.`)
}
