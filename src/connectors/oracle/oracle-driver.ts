import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import type { Duplex } from 'node:stream'
import { maxColumns, maxRowBytes, rowTooLarge, tooManyColumns } from '../result-limits.ts'
import { WireFault } from '../wire-fault.ts'
import { oracleMoment } from './oracle-moments.ts'

/** What the connector uses of the driver. */
export interface OracleDriver {
  getConnection(options: Readonly<Record<string, unknown>>): Promise<DriverConnection>
  STRING: unknown
  BUFFER: unknown
}
export interface DriverConnection {
  execute(text: string, values: unknown[], options: Readonly<Record<string, unknown>>): Promise<DriverResult>
  break(): Promise<void>
  close(): Promise<void>
}
export interface DriverResult {
  resultSet?: DriverRows
  rowsAffected?: number
  implicitResults?: DriverRows[]
  warning?: { message: string }
}
export interface DriverRows {
  metaData: DriverColumn[]
  getRows(count: number): Promise<unknown[][]>
  close(): Promise<void>
}
export interface DriverColumn {
  /** the driver's own `name` is another one where two columns have the same */
  dbColumnName: string
  /** `NUMBER`, `TIMESTAMP WITH TIME ZONE`, … */
  dbTypeName: string
  precision?: number
  scale?: number
  byteSize?: number
}

/** How one connection reaches its server: the driver itself can neither use a tunnel nor our files for TLS. */
export interface Dialing {
  dial(address: { host: string; hostname: string; port: number }): Promise<Duplex>
  secure(stream: Duplex, address: { hostname: string }): Promise<Duplex>
  /** a packet has come; false: it must not be kept */
  packet(type: number): boolean
  hold(held: HeldBytes): void
  drop(reason: Error): void
}

/** Parts of the driver that keep what has come. */
export interface HeldBytes {
  forget(): void
}

export const dialings = new AsyncLocalStorage<Dialing>()

interface Adapter {
  stream: Duplex
  connStream: Duplex
  connected: boolean
  hostName: string
  packets: Packet[]
  startRead(): void
  sextant?: Dialing
}
interface Packet {
  type: number
}
interface Reader {
  nsi: { ntAdapter: Adapter | null }
  savedPackets: unknown[]
  buf: Buffer | undefined
  packet: unknown
  chunkedBytesBuf: { chunks: unknown[] }
}
interface DataMessage {
  rowIndex: number
  inFetch: boolean
}

let driver: OracleDriver | null = null
const held = new WeakSet<Reader>()

function forget(reader: Reader): void {
  reader.savedPackets = []
  reader.packet = undefined
  reader.buf = undefined
  reader.chunkedBytesBuf.chunks = []
}

/** More rows than we ever ask for. */
const maxRowsOfAnswer = 1000

/** Loads the driver, and replaces the parts of it that connect, keep what comes, read times, and trust the server. */
export function oracleDriver(): OracleDriver {
  if (driver !== null) return driver
  const require = createRequire(import.meta.url)
  const loaded: OracleDriver = require('oracledb')
  const Transport = require('oracledb/lib/thin/sqlnet/ntTcp.js')
  const { BaseBuffer } = require('oracledb/lib/impl/datahandlers/buffer.js')
  const Message = require('oracledb/lib/thin/protocol/messages/base.js')
  const { ReadPacket } = require('oracledb/lib/thin/protocol/packet.js')
  const WithData = require('oracledb/lib/thin/protocol/messages/withData.js')

  Transport.prototype.ntConnect = async function (
    this: Adapter,
    address: { host: string; hostname: string; port: number },
  ) {
    const dialing = dialings.getStore()
    if (dialing === undefined) throw new Error('A connection of the driver that is not ours.')
    this.sextant = dialing
    const stream = await dialing.dial(address)
    // the driver would remove those of a tunnel too, which then never learns that the connection has ended
    stream.removeAllListeners = () => stream
    this.stream = stream
    this.connected = true
  }
  Transport.prototype.tlsConnect = async function (this: Adapter, _context: unknown, plain: Duplex) {
    this.stream.removeAllListeners()
    // an error without a listener would end the process
    this.stream.on('error', () => {})
    // the server may ask for a second handshake on the same connection
    this.stream = await (this.sextant as Dialing).secure(plain, { hostname: this.hostName })
    this.connStream = plain
  }
  // the driver makes dates of the zone of this process, in which some times of the database do not exist
  BaseBuffer.prototype.parseOracleDate = function (
    this: { caps?: { dbTzOffset: number | null; dbTzRegion: string | null } },
    bytes: Buffer,
    isLocal = true,
    isOfDatabase = false,
  ) {
    if (isOfDatabase && this.caps?.dbTzRegion) return regionTime(this.caps.dbTzRegion)
    return oracleMoment(bytes, isLocal ? null : isOfDatabase ? (this.caps?.dbTzOffset ?? 0) : 0)
  }
  const readColumn = Message.prototype.processColumnInfo
  Message.prototype.processColumnInfo = function (bytes: unknown, column: number) {
    if (column > maxColumns) throw new WireFault(tooManyColumns(column))
    return readColumn.call(this, bytes, column)
  }
  const readRow = WithData.prototype.processRowData
  WithData.prototype.processRowData = function (this: DataMessage, bytes: unknown) {
    if (this.inFetch && this.rowIndex >= maxRowsOfAnswer)
      throw new WireFault('The server sent more rows than it was asked for.')
    readRow.call(this, bytes)
  }
  const readBytes = ReadPacket.prototype.readBytes
  ReadPacket.prototype.readBytes = function (this: Reader, length: number, inChunks?: boolean) {
    if (length > maxRowBytes) {
      const fault = new WireFault(rowTooLarge)
      this.nsi.ntAdapter?.sextant?.drop(fault)
      throw fault
    }
    return readBytes.call(this, length, inChunks)
  }
  const wait = ReadPacket.prototype.waitForPackets
  ReadPacket.prototype.waitForPackets = function (this: Reader, toEnd?: boolean) {
    if (!held.has(this)) {
      held.add(this)
      this.nsi.ntAdapter?.sextant?.hold({ forget: () => forget(this) })
    }
    return wait.call(this, toEnd)
  }
  const startRead = Transport.prototype.startRead
  Transport.prototype.startRead = function (this: Adapter) {
    startRead.call(this)
    const { packets, sextant } = this
    packets.push = (packet) => {
      if (sextant?.packet(packet.type) === true) packets[packets.length] = packet
      return packets.length
    }
    sextant?.hold({
      forget() {
        packets.length = 0
      },
    })
  }
  driver = loaded
  return driver
}

function regionTime(region: string): never {
  throw new WireFault(
    `The time zone of the database is the region ${region}, in which Sextant cannot read TIMESTAMP WITH LOCAL TIME ZONE. Convert the column, for example with CAST(… AS TIMESTAMP WITH TIME ZONE).`,
  )
}
