import type { Connection } from 'mysql2'
import { type ReadingTurns, type ReadStream, takingTurns } from '../reading-turns.ts'
import { maxRowBytes, rowTooLarge } from '../result-limits.ts'
import { WireFault, wireFault } from '../wire-fault.ts'

/** The parts of the driver's connection that its types do not tell. */
interface MysqlWire {
  stream: ReadStream & { destroy(): void }
  packetParser: { execute(bytes: Buffer): void }
  _command: MysqlCommand | null | undefined
  _handleFatalError(error: Error): void
}

interface MysqlCommand {
  /** columns of the present result, and how many of them have come */
  _fieldCount?: number
  _receivedFieldsCount?: number
  /** results that came before the present one */
  _resultIndex?: number
}

/**
 * Looks at every packet before the driver does: it would gather a packet of any length and columns of any number, and an
 * error thrown while it reads would end the process. What is wrong ends this connection instead.
 */
export function guardReading(connection: Connection): void {
  const wire = connection as unknown as MysqlWire
  const parser = wire.packetParser
  const check = packetCheck()
  const checkAnswer = answerCheck()
  let isBroken = false
  let stream: ReadStream | null = null
  let turns: ReadingTurns | null = null
  // the driver would go on with a warning for each of them
  connection.on('warn' as 'error', disorderCheck())
  const turnsOfStream = () => {
    // another one once TLS has begun
    if (turns === null || stream !== wire.stream) {
      stream = wire.stream
      turns = takingTurns(stream)
    }
    return turns
  }
  const guarded = (read: () => void) => {
    if (isBroken) return
    try {
      read()
    } catch (error) {
      isBroken = true
      wire._handleFatalError(wireFault(error, 'MySQL'))
      wire.stream.destroy()
    }
  }
  // the driver keeps packets that come while it is paused, and reads them when it is resumed
  const resume = connection.resume.bind(connection)
  connection.resume = () => turnsOfStream().whenFree(() => guarded(resume))
  wire.packetParser = {
    execute(bytes) {
      guarded(() =>
        turnsOfStream().read(() => {
          const packets = check(bytes)
          parser.execute(bytes)
          checkAnswer(wire._command, bytes.length)
          return bytes.length < packets * emptyBytes
        }),
      )
    },
  }
}

/** Packets are empty that have not more than this on the average: a row of one cell that is empty has 5. */
const emptyBytes = 6
const headerBytes = 4
/** A packet of this length is continued by the next one. */
const continued = 0xffffff

/** Answers how many packets began. Throws WireFault as soon as the header of a packet tells that it will be too long. */
function packetCheck(): (bytes: Buffer) => number {
  let gathered = 0
  let length = 0
  let missing = 0
  let total = 0
  return (bytes) => {
    let at = 0
    let packets = 0
    while (at < bytes.length) {
      if (missing > 0) {
        const step = Math.min(missing, bytes.length - at)
        missing -= step
        at += step
        continue
      }
      const byte = bytes[at++] as number
      if (gathered < 3) length += byte << (8 * gathered)
      if (++gathered < headerBytes) continue
      packets++
      total += length
      if (total > maxRowBytes) throw new WireFault(rowTooLarge)
      missing = length
      if (length < continued) total = 0
      gathered = 0
      length = 0
    }
    return packets
  }
}

/** MySQL and MariaDB have no result with more columns. */
const maxColumns = 4096
const maxColumnBytes = 32_000_000
/** of one procedure */
const maxResults = 10_000

function answerCheck(): (command: MysqlCommand | null | undefined, bytes: number) => void {
  let columnBytes = 0
  return (command, bytes) => {
    const {
      _fieldCount: columns = 0,
      _receivedFieldsCount: come = 0,
      _resultIndex: results = 0,
    } = command ?? {}
    if (columns > maxColumns) throw new WireFault(`The server announced a result of ${columns} columns.`)
    if (results > maxResults) throw new WireFault(`The server answered more than ${maxResults} results.`)
    columnBytes = come < columns ? columnBytes + bytes : 0
    if (columnBytes > maxColumnBytes) throw new WireFault('The descriptions of the columns are too large.')
  }
}

const maxDisorder = 20

/** Counts packets whose number is out of order. A proxy may cause a few; more than `maxDisorder` end the connection. */
function disorderCheck(): () => void {
  let count = 0
  return () => {
    if (++count > maxDisorder) throw new WireFault('The server sends its packets in disorder.')
  }
}
