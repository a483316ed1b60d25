import { connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

export interface ImpalaFront {
  port: number
  stop(): Promise<void>
}

export interface FrontOptions {
  /** the Thrift server of Spark, which lets anyone in */
  port: number
  /** null: clients come without a login, as Impala wants it by default */
  account: { username: string; password: string } | null
  tls?: { cert: string; key: string }
}

const start = 1
const okay = 2
const bad = 3
const complete = 5

function message(status: number, text: string): Buffer {
  const head = Buffer.alloc(5)
  head[0] = status
  head.writeUInt32BE(Buffer.byteLength(text), 1)
  return Buffer.concat([head, Buffer.from(text)])
}

function frame(bytes: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(bytes.length, 0)
  return Buffer.concat([head, bytes])
}

/** Cuts what comes into login messages, then passes on the rest. */
function loginReader(hear: (status: number, text: string) => boolean, rest: (bytes: Buffer) => void) {
  let held: Buffer = Buffer.alloc(0)
  let isDone = false
  return (bytes: Buffer) => {
    if (isDone) return rest(bytes)
    held = Buffer.concat([held, bytes])
    const first = held[0] as number
    if (first < start || first > complete) {
      isDone = hear(first, '')
      return
    }
    while (!isDone && held.length >= 5 && held.length >= 5 + held.readUInt32BE(1)) {
      const length = held.readUInt32BE(1)
      const status = held[0] as number
      const text = held.subarray(5, 5 + length).toString('utf8')
      held = held.subarray(5 + length)
      isDone = hear(status, text)
    }
    if (isDone && held.length > 0) rest(held)
  }
}

/** The logins of Impala: none, or SASL PLAIN with a password; behind it, the Thrift server of Spark answers. */
export async function startImpalaFront(options: FrontOptions): Promise<ImpalaFront> {
  const sockets = new Set<Socket>()
  const serve = (client: Socket) => {
    const spark = connect(options.port, '127.0.0.1')
    for (const socket of [client, spark]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        spark.destroy()
      })
    }
    const waiting: Buffer[] = []
    let isReady = false
    const toSpark = (bytes: Buffer) => {
      const sent = options.account === null ? frame(bytes) : bytes
      if (isReady) spark.write(sent)
      else waiting.push(sent)
    }
    spark.write(Buffer.concat([message(start, 'PLAIN'), message(okay, '\0impala\0x')]))
    const unframe = options.account === null ? unframed((bytes) => client.write(bytes)) : null
    spark.on(
      'data',
      loginReader(
        (status) => {
          isReady = status === complete
          if (isReady) for (const bytes of waiting.splice(0)) spark.write(bytes)
          return isReady
        },
        (bytes) => void (unframe === null ? client.write(bytes) : unframe(bytes)),
      ),
    )
    client.on(
      'data',
      options.account === null ? toSpark : loginReader(checked(client, options.account), toSpark),
    )
  }
  const server: Server = options.tls === undefined ? createServer(serve) : createTlsServer(options.tls, serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Only this mechanism, in this order, and only this account. */
function checked(client: Socket, { username, password }: { username: string; password: string }) {
  let isStarted = false
  return (status: number, text: string): boolean => {
    const refuse = (reason: string) => {
      client.end(message(bad, reason))
      return false
    }
    if (!isStarted) {
      isStarted = status === start && text === 'PLAIN'
      return isStarted ? false : refuse('Unsupported mechanism')
    }
    if (status !== okay || text !== `\0${username}\0${password}`) return refuse('Error validating LDAP user')
    client.write(message(complete, ''))
    return true
  }
}

function unframed(give: (bytes: Buffer) => void): (bytes: Buffer) => void {
  let held: Buffer = Buffer.alloc(0)
  return (bytes) => {
    held = Buffer.concat([held, bytes])
    while (held.length >= 4 && held.length >= 4 + held.readUInt32BE(0)) {
      const length = held.readUInt32BE(0)
      give(held.subarray(4, 4 + length))
      held = held.subarray(4 + length)
    }
  }
}
