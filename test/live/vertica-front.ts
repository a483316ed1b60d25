import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import pg from 'pg'

export type VerticaLogin = 'clear' | 'md5' | 'sha512'

export interface VerticaFrontOptions {
  /** the PostgreSQL that runs the statements */
  url: string
  account: { user: string; password: string; database: string }
  login: VerticaLogin
  tls?: { cert: string; key: string }
  /** answers statements itself: with these bytes */
  instead?: (text: string) => Buffer | null
}

export interface VerticaFront {
  port: number
  /** requests to cancel that named a session of the front */
  cancelled(): number
  stop(): Promise<void>
}

const hex = (kind: 'md5' | 'sha512', ...parts: (string | Buffer)[]) => {
  const hash = createHash(kind)
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

export function verticaMessage(code: string, ...parts: (string | number | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (Buffer.isBuffer(part)) return part
      return typeof part === 'number' ? int32(part) : Buffer.from(`${part}\0`)
    }),
  )
  return Buffer.concat([Buffer.from(code), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

const errorMessage = (state: string, text: string) =>
  verticaMessage('E', ...['SFATAL', `C${state}`, `M${text}`], Buffer.of(0))

/** Types of PostgreSQL as Vertica numbers its own. */
const types: Readonly<Record<number, number>> = {
  ...{ 16: 5, 20: 6, 21: 6, 23: 6, 700: 7, 701: 7, 1700: 16, 25: 115, 705: 115, 1043: 9, 1042: 8 },
  ...{ 17: 17, 1082: 10, 1083: 11, 1114: 12, 1184: 13, 1266: 15, 1186: 14, 2950: 20 },
}

/** The description of a result, as Vertica writes it. */
function describe(body: Buffer): Buffer {
  let at = 2
  const fields: Buffer[] = []
  for (let left = body.readInt16BE(0); left > 0; left--) {
    const end = body.indexOf(0, at)
    const name = body.subarray(at, end + 1)
    const table = body.readInt32BE(end + 1)
    const type = types[body.readInt32BE(end + 7)]
    if (type === undefined) throw new Error(`no type of Vertica is like ${body.readInt32BE(end + 7)}`)
    const hasTable = table !== 0
    fields.push(
      ...[name, int32(0), int32(table), hasTable ? Buffer.from('public\0t\0') : Buffer.alloc(0), int16(1)],
      ...[Buffer.of(0), int32(type), int16(8), int16(1), int16(0), int32(-1), int16(0)],
    )
    at = end + 19
  }
  const count = body.readInt16BE(0)
  return verticaMessage('T', int16(count), ...(count > 0 ? [int32(0)] : []), ...fields)
}

/** Cuts a stream into messages; `done` is called after those of each part. */
function cut(hear: (code: string, body: Buffer, whole: Buffer) => void, hasCode = true, done = () => {}) {
  let held: Buffer = Buffer.alloc(0)
  const head = hasCode ? 1 : 0
  return (bytes: Buffer) => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    let at = 0
    while (held.length >= at + head + 4) {
      const end = at + head + held.readUInt32BE(at + head)
      if (held.length < end) break
      const whole = held.subarray(at, end)
      at = end
      hear(whole.toString('latin1', 0, head), whole.subarray(head + 4), whole)
    }
    held = held.subarray(at)
    done()
  }
}

/** What a client has to send first; the error that Vertica would send otherwise. */
function faultOf(given: Map<string, string>, version: number, account: VerticaFrontOptions['account']) {
  if (version < ((3 << 16) | 5)) return errorMessage('08P01', `Unsupported frontend protocol ${version}`)
  if (given.get('binary_data_protocol') !== '0') return errorMessage('08P01', 'binary rows are not asked for')
  if (given.get('database') !== account.database) {
    return errorMessage('3D000', `Database "${given.get('database')}" does not exist`)
  }
  return null
}

function readStartup(body: Buffer): { version: number; given: Map<string, string>; wanted: number } {
  const given = new Map<string, string>()
  let wanted = 0
  let at = 4
  const text = () => {
    const end = body.indexOf(0, at)
    const read = body.toString('utf8', at, end)
    at = end + 1
    return read
  }
  for (let name = text(); name !== ''; name = text()) {
    if (name === 'protocol_version') {
      wanted = body.readInt32BE(at)
      at += 5
    } else given.set(name, text())
  }
  if (at !== body.length) throw new Error('there is more behind the first message')
  return { version: body.readInt32BE(0), given, wanted }
}

/** Vertica's protocol before a PostgreSQL: logins, cancelling and descriptions are Vertica's, rows and errors are alike. */
export async function startVerticaFront(options: VerticaFrontOptions): Promise<VerticaFront> {
  const sessions = new Map<number, { secret: number; client: pg.Client; stream: Socket }>()
  const sockets = new Set<Duplex>()
  let cancels = 0

  const cancel = async (body: Buffer) => {
    const session = sessions.get(body.readInt32BE(4))
    if (session === undefined || session.secret !== body.readInt32BE(8)) return
    cancels++
    const { hostname, port } = new URL(options.url)
    const own = session.client as unknown as { processID: number; secretKey: number }
    const request = connect(Number(port), hostname)
    request.end(Buffer.concat([int32(16), int32(80_877_102), int32(own.processID), int32(own.secretKey)]))
    request.resume()
    await once(request, 'close')
  }

  const serve = async (socket: Duplex, user: string) => {
    const client = new pg.Client({ connectionString: options.url, application_name: user })
    await client.connect()
    const stream = (client as unknown as { connection: { stream: Socket } }).connection.stream
    await client.query("set bytea_output = 'escape'")
    stream.setNoDelay(true)
    stream.removeAllListeners('data')
    stream.removeAllListeners('end')
    client.on('error', () => {})
    const key = { process: randomBytes(3).readUIntBE(0, 3), secret: randomBytes(3).readUIntBE(0, 3) }
    sessions.set(key.process, { secret: key.secret, client, stream })
    const end = () => {
      sessions.delete(key.process)
      stream.destroy()
      socket.destroy()
    }
    socket.on('close', end)
    stream.on('close', end)
    let ready: Buffer[] = []
    const relay = cut(
      (code, body, whole) => ready.push(code === 'T' ? describe(body) : whole),
      true,
      () => {
        if (!socket.destroyed && ready.length > 0 && !socket.write(Buffer.concat(ready))) stream.pause()
        ready = []
      },
    )
    stream.on('data', relay)
    socket.on('drain', () => stream.resume())
    socket.write(
      Buffer.concat([
        verticaMessage('S', 'protocol_version', String((3 << 16) | 16)),
        verticaMessage('K', key.process, key.secret),
        verticaMessage('Z', Buffer.from('I')),
      ]),
    )
    return (code: string, body: Buffer) => {
      if (code === 'X') return end()
      if (code !== 'Q') throw new Error(`Vertica does not know the message ${code}`)
      const text = body.toString('utf8', 0, body.length - 1)
      const own = options.instead?.(text) ?? null
      if (own !== null) return void socket.write(own)
      const cap = /^SET SESSION RUNTIMECAP '(\d+) seconds'$/.exec(text)
      const asked =
        cap !== null
          ? `set statement_timeout = '${cap[1]}s'`
          : text === 'SET SESSION AUTOCOMMIT TO ON'
            ? 'set sextant.autocommit = 1'
            : text
      stream.write(verticaMessage('Q', asked))
    }
  }

  const logIn = (
    socket: Duplex,
    body: Buffer,
    done: (hear: (code: string, body: Buffer) => void) => void,
  ) => {
    const { version, given, wanted } = readStartup(body)
    if (wanted !== ((3 << 16) | 16)) throw new Error('another version was asked for')
    const { user, password } = options.account
    const fault = faultOf(given, version, options.account)
    if (fault !== null) return void socket.end(fault)
    const salt = randomBytes(4)
    const ofUser = randomBytes(16)
    const expected = {
      clear: password,
      md5: `md5${hex('md5', hex('md5', password + user), salt)}`,
      sha512: `sha512${hex('sha512', hex('sha512', password, ofUser), salt)}`,
    }[options.login]
    const demand = {
      clear: verticaMessage('R', 3),
      md5: verticaMessage('R', 5, salt),
      sha512: verticaMessage('R', 66048, salt, 16, ofUser),
    }[options.login]
    socket.write(demand)
    done((code, answer) => {
      const isRight = code === 'p' && answer.toString('utf8', 0, answer.length - 1) === expected
      if (!isRight || given.get('user') !== user) {
        socket.end(errorMessage('28000', 'Invalid username or password'))
        return
      }
      socket.write(verticaMessage('R', 0))
      const early: [string, Buffer][] = []
      done((...message) => early.push(message))
      void serve(socket, user).then((hear) => {
        done(hear)
        for (const message of early) hear(...message)
      })
    })
  }

  const hearFirst = (socket: Duplex) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    let hear: (code: string, body: Buffer) => void = () => {}
    const later = cut((code, body) => hear(code, body))
    const first = cut((_, body) => {
      const number = body.readInt32BE(0)
      socket.removeListener('data', first)
      if (number === 80_877_103) {
        if (options.tls === undefined) {
          socket.write('N')
          socket.on('data', first)
          return
        }
        socket.write('S')
        return hearFirst(new TLSSocket(socket as Socket, { isServer: true, ...options.tls }))
      }
      if (number === 80_877_102) return void cancel(body).finally(() => socket.end())
      socket.on('data', later)
      logIn(socket, body, (next) => {
        hear = next
      })
    }, false)
    socket.on('data', first)
  }

  const server = createServer({ noDelay: true }, hearFirst)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cancelled: () => cancels,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
