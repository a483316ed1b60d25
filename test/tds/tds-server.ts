import { createServer, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { createSecureContext, TLSSocket } from 'node:tls'
import { TdsBytes } from './tds-bytes.ts'
import { readBatch, readCall, readLogin, type TdsLogin } from './tds-requests.ts'
import {
  columnMetadata,
  done,
  doneBits,
  environment,
  errorOrInfo,
  loginAck,
  nullBitmapRow,
  row,
  type TdsMessage,
} from './tds-tokens.ts'
import type { TdsColumn } from './tds-types.ts'

/** A part of the answer to a text. */
export type TdsAnswer =
  | { columns: readonly TdsColumn[]; rows: Iterable<readonly (string | null)[]>; nullBitmaps?: boolean }
  | { message: TdsMessage }
  | { count: number }
  /** runs until the client ends it, for a minute at most */
  | 'wait'

export interface TdsScript {
  user: string
  password: string
  database: string
  /** null: a text that the server does not understand */
  answer(text: string, values: Readonly<Record<string, string>> | null): readonly TdsAnswer[] | null
  tls?: { cert: string; key: string }
}

export interface TdsServer {
  port: number
  /** texts that are being answered */
  running(): number
  /** texts and calls as they came */
  received: { text: string; values: Record<string, string> | null }[]
  logins: TdsLogin[]
  stop(): Promise<void>
}

const packet = { batch: 1, call: 3, answer: 4, attention: 6, login: 16, prelogin: 18 } as const
const maxPacket = 4096
const isLast = 1
const encryption = { on: 1, notSupported: 2 }

/**
 * A double of SQL Server, written from MS-TDS: it checks each request strictly, and answers texts from a script. A real
 * server cannot be had for tests.
 */
export async function startTdsServer(script: TdsScript): Promise<TdsServer> {
  const sockets = new Set<Socket>()
  const received: TdsServer['received'] = []
  const logins: TdsLogin[] = []
  let running = 0

  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    let wire: Duplex = socket
    let state: 'prelogin' | 'login' | 'ready' = 'prelogin'
    let attention: (() => void) | null = null
    let wasClosed = false
    socket.on('close', () => {
      wasClosed = true
      attention?.()
    })
    const send = async (bytes: Buffer, end: boolean) => {
      for (let at = 0; at === 0 || at < bytes.length; at += maxPacket - 8) {
        const part = bytes.subarray(at, at + maxPacket - 8)
        const status = end && at + part.length === bytes.length ? isLast : 0
        const head = Buffer.from([packet.answer, status, 0, 0, 0, 0, 1, 0])
        head.writeUInt16BE(part.length + 8, 2)
        if (!wire.write(Buffer.concat([head, part])) && !wasClosed) {
          await new Promise<void>((resolve) => {
            const go = () => {
              wire.off('drain', go).off('close', go)
              resolve()
            }
            wire.on('drain', go).on('close', go)
          })
        }
      }
    }
    const refuse = (error: unknown) => {
      console.error('The TDS double refuses a request:', error)
      socket.destroy()
    }
    const run = async (text: string, values: Record<string, string> | null) => {
      received.push({ text, values })
      running++
      let isStopped = false
      const stopped = new Promise<void>((resolve) => {
        attention = () => {
          isStopped = true
          resolve()
        }
      })
      const answers = script.answer(text, values)
      let bits = 0
      if (answers === null) {
        const word = /\S+$/.exec(text)?.[0] ?? ''
        await send(
          errorOrInfo({
            number: 102,
            message: `Incorrect syntax near '${word}'.`,
            severity: 15,
            line: text.split('\n').length,
          }),
          false,
        )
        bits = doneBits.error
      }
      for (const [index, answer] of (answers ?? []).entries()) {
        if (isStopped) break
        const more = index < (answers ?? []).length - 1 ? doneBits.more : 0
        if (answer === 'wait') {
          await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, 60_000).unref())])
        } else if ('message' in answer) {
          await send(errorOrInfo(answer.message), false)
          if (answer.message.severity > 10) bits = doneBits.error
        } else if ('count' in answer) {
          await send(done(more | doneBits.count, answer.count), false)
        } else {
          const { columns, rows, nullBitmaps } = answer
          await send(columnMetadata(columns), false)
          let count = 0
          let waiting: Buffer[] = []
          let length = 0
          for (const cells of rows) {
            const token = nullBitmaps === true ? nullBitmapRow(columns, cells) : row(columns, cells)
            waiting.push(token)
            length += token.length
            count++
            if (length < 60_000) continue
            await send(Buffer.concat(waiting), false)
            waiting = []
            length = 0
            await turn()
            if (isStopped) break
          }
          if (isStopped) break
          await send(Buffer.concat([...waiting, done(more | doneBits.count, count)]), false)
        }
      }
      attention = null
      running--
      await send(done(bits), true)
      // the end of the answer is one message, the acknowledgement another one
      if (isStopped && !wasClosed) await send(done(doneBits.attention), true)
    }
    const prelogin = (bytes: Buffer) => {
      const wanted = preloginOption(bytes, 1)
      const offered = script.tls === undefined ? encryption.notSupported : encryption.on
      const isEncrypted = offered === encryption.on && wanted === encryption.on
      const body = new TdsBytes()
      const options: [number, Buffer][] = [
        [0, Buffer.from([16, 0, 4, 0, 0, 0])],
        [1, Buffer.from([isEncrypted ? encryption.on : encryption.notSupported])],
      ]
      let offset = options.length * 5 + 1
      for (const [token, value] of options) {
        body.u8(token).raw(Buffer.from([offset >> 8, offset & 0xff, 0, value.length]))
        offset += value.length
      }
      body.u8(0xff)
      for (const [, value] of options) body.raw(value)
      void send(body.done(), true)
      state = 'login'
      if (isEncrypted && script.tls !== undefined) secure(script.tls)
    }
    const login = async (bytes: Buffer) => {
      const sent = readLogin(bytes)
      logins.push(sent)
      if (sent.user !== script.user || sent.password !== script.password) {
        const message = `Login failed for user '${sent.user}'.`
        await send(
          Buffer.concat([
            errorOrInfo({ number: 18456, message, severity: 14, line: 1 }),
            done(doneBits.error),
          ]),
          true,
        )
        return socket.end()
      }
      if (sent.database !== script.database) {
        const message = `Cannot open database "${sent.database}" requested by the login. The login failed.`
        await send(
          Buffer.concat([
            errorOrInfo({ number: 4060, message, severity: 11, line: 1 }),
            done(doneBits.error),
          ]),
          true,
        )
        return socket.end()
      }
      state = 'ready'
      const changed = errorOrInfo({
        number: 5701,
        message: `Changed database context to '${sent.database}'.`,
        severity: 0,
        line: 1,
      })
      await send(
        Buffer.concat([
          environment(1, sent.database, 'master'),
          changed,
          loginAck(),
          environment(4, '4096', '4096'),
          done(0),
        ]),
        true,
      )
    }
    const take = (type: number, bytes: Buffer) => {
      if (state === 'prelogin' && type === packet.prelogin) return prelogin(bytes)
      if (state === 'login' && type === packet.login) return void login(bytes).catch(refuse)
      if (state !== 'ready') return refuse(new Error(`a message of type ${type} before the login`))
      if (type === packet.attention)
        return attention === null ? void send(done(doneBits.attention), true) : attention()
      if (attention !== null) return refuse(new Error('a request while another one is answered'))
      if (type === packet.batch) {
        const text = readBatch(bytes)
        // what the driver sends after the login
        if (/^set ansi_nulls on/i.test(text)) return void send(done(0), true)
        return void run(text, null).catch(refuse)
      }
      if (type !== packet.call) return refuse(new Error(`a message of type ${type}`))
      const call = readCall(bytes)
      void run(call.text, call.values).catch(refuse)
    }
    const cut = (from: Duplex) => {
      let kept: Buffer = Buffer.alloc(0)
      let message: Buffer[] = []
      from.on('data', (bytes: Buffer) => {
        kept = Buffer.concat([kept, bytes])
        // a record of TLS: from here on, packets are inside of TLS
        while (kept.length >= 8 && kept[0] !== 0x17 && kept.length >= kept.readUInt16BE(2)) {
          const whole = kept.subarray(0, kept.readUInt16BE(2))
          kept = kept.subarray(whole.length)
          if (handshake !== null && from === socket) {
            handshake.push(whole.subarray(8))
            continue
          }
          message.push(whole.subarray(8))
          if (((whole[1] ?? 0) & isLast) === 0) continue
          const all = Buffer.concat(message)
          message = []
          try {
            take(whole[0] ?? 0, all)
          } catch (error) {
            refuse(error)
          }
        }
        if (kept[0] === 0x17 && handshake !== null) {
          handshake.push(kept)
          kept = Buffer.alloc(0)
          // raw from now on
          from.removeAllListeners('data')
          from.on('data', (part: Buffer) => handshake?.push(part))
        }
      })
    }
    let handshake: Duplex | null = null
    /** TLS inside of packets until the handshake is done, as MS-TDS 3.2.5.2 has it. */
    const secure = ({ cert, key }: { cert: string; key: string }) => {
      let hasData = false
      const inner = new Duplex({
        read() {},
        write(bytes: Buffer, _encoding, next) {
          // a record may come in several parts
          hasData ||= bytes[0] === 0x17
          if (hasData) return void socket.write(bytes, next)
          const head = Buffer.from([packet.prelogin, isLast, 0, 0, 0, 0, 1, 0])
          head.writeUInt16BE(bytes.length + 8, 2)
          socket.write(Buffer.concat([head, bytes]), next)
        },
      })
      handshake = inner
      const secured = new TLSSocket(inner, {
        isServer: true,
        secureContext: createSecureContext({ cert, key, maxVersion: 'TLSv1.2' }),
      })
      secured.on('error', () => socket.destroy())
      wire = secured
      cut(secured)
    }
    cut(socket)
  }

  const listener = createServer(serve)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    port: (listener.address() as { port: number }).port,
    running: () => running,
    received,
    logins,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

/** The first byte of an option of PRELOGIN. */
function preloginOption(bytes: Buffer, wanted: number): number | undefined {
  for (let at = 0; bytes[at] !== 0xff; at += 5) {
    if (at >= bytes.length) throw new Error('PRELOGIN has no end.')
    if (bytes[at] === wanted) return bytes[bytes.readUInt16BE(at + 1)]
  }
  throw new Error(`PRELOGIN lacks option ${wanted}.`)
}
