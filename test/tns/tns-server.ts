import { createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { createSecureContext, TLSSocket } from 'node:tls'
import * as answers from './tns-answers.ts'
import { TnsReader } from './tns-bytes.ts'
import { loginOf } from './tns-login.ts'
import { execution, readExecute, readLogin } from './tns-requests.ts'
import type { TnsAnswer, TnsError, TnsScript } from './tns-script.ts'
import { type TnsColumn, varchar } from './tns-types.ts'

export interface TnsServer {
  port: number
  /** requests that are being answered */
  running(): number
  /** texts as they came, and whether they were to be committed */
  received: { text: string; commits: boolean }[]
  stop(): Promise<void>
}

const packet = { connect: 1, accept: 2, refuse: 4, redirect: 5, data: 6, resend: 11, marker: 12 } as const
const marker = { break: 1, reset: 2, interrupt: 3 } as const
const call = { fetch: 5, logoff: 9, execute: 94, closeCursors: 105, phaseTwo: 115, phaseOne: 118 } as const
const dataBytes = 60_000
const secureAgain = 8
const minute = 60_000

interface Cursor {
  columns: readonly TnsColumn[]
  rows: Iterator<readonly (string | null)[]>
  sent: answers.Sent
  fails: TnsError | undefined
  /** each answer takes a moment, in which it can be seen and ended */
  slowly: boolean
}

/**
 * A double of Oracle Database 12.1 behind its listener, for one driver: what that sends is read strictly, and texts are
 * answered from a script. A real server cannot be had for tests, and the protocol is not published: its form is that of
 * the vendor's own open driver.
 */
export async function startTnsServer(script: TnsScript): Promise<TnsServer> {
  const sockets = new Set<Socket>()
  const received: TnsServer['received'] = []
  let running = 0

  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    let wire: Duplex = socket
    let isRenewed = script.tls?.renews !== true
    const login = loginOf(script.password)
    const cursors = new Map<number, Cursor>()
    let [lastCursor, isLarge, isBroken, isLoggedIn] = [0, false, false, false]
    let connectLength = 0
    let stop: (() => void) | null = null
    socket.on('close', () => {
      isBroken = true
      stop?.()
    })

    const send = async (type: number, body: Buffer, flags = 0) => {
      const head = Buffer.alloc(8)
      if (isLarge) head.writeUInt32BE(body.length + 8)
      else head.writeUInt16BE(body.length + 8)
      head[4] = type
      head[5] = flags
      if (wire.write(Buffer.concat([head, body])) || wire.destroyed) return
      await new Promise<void>((resolve) => {
        const go = () => {
          wire.off('drain', go).off('close', go)
          resolve()
        }
        wire.on('drain', go).on('close', go)
      })
    }
    const sendData = async (...parts: Buffer[]) => {
      const body = Buffer.concat(parts)
      for (let at = 0; at === 0 || at < body.length; at += dataBytes)
        await send(packet.data, Buffer.concat([Buffer.alloc(2), body.subarray(at, at + dataBytes)]))
    }
    const refuse = (error: unknown) => {
      console.error('The TNS double refuses a request:', error)
      socket.destroy()
    }

    /** Work that a break ends: then the break and the error of Oracle come in place of the rest. */
    const breakable = async (work: (stopped: Promise<void>) => Promise<void>) => {
      running++
      isBroken = false
      const stopped = new Promise<void>((resolve) => {
        stop = () => {
          isBroken = true
          resolve()
        }
      })
      await work(stopped)
      stop = null
      running--
      if (isBroken) await send(packet.marker, Buffer.from([1, 0, marker.break]))
    }
    const sendRows = async (id: number, cursor: Cursor, count: number) => {
      let waiting: Buffer[] = [answers.rowHeader()]
      let length = 0
      for (let at = 0; at < count; at++) {
        const next = cursor.rows.next()
        if (next.done === true) {
          cursors.delete(id)
          const { number, message } = cursor.fails ?? { number: 1403, message: 'ORA-01403: no data found' }
          return await sendData(...waiting, answers.end({ cursor: id, number, message }))
        }
        const bytes = answers.row(cursor.sent, next.value)
        waiting.push(bytes)
        length += bytes.length
        if (length < dataBytes) continue
        await sendData(...waiting)
        waiting = []
        length = 0
        await turn()
        if (isBroken) return
      }
      await sendData(...waiting, answers.end({ cursor: id }))
    }
    const execute = async (reader: TnsReader) => {
      const request = readExecute(reader)
      if (request.text === null) return await define(request.cursor, request.defines)
      received.push({ text: request.text, commits: (request.options & execution.commit) !== 0 })
      const answer = ownAnswers[request.text] ?? script.answer(request.text)
      await breakable(async (stopped) => {
        if (answer === 'wait') {
          await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, minute).unref())])
          if (!isBroken) await sendData(answers.end({}))
          return
        }
        if ('error' in answer) return await sendData(answers.end(answer.error))
        if ('count' in answer) return await sendData(answers.end({ rows: answer.count }))
        const { columns, rows, fails, slowly = false } = answer
        const id = ++lastCursor
        const sent = columns.map((column) => ({ column, type: column.type }))
        cursors.set(id, { columns, rows: rows[Symbol.iterator](), sent, fails, slowly })
        await sendData(answers.describe(columns), answers.end({ cursor: id }))
      })
    }
    const define = async (id: number, types: number[] | null) => {
      const cursor = cursors.get(id)
      if (cursor === undefined || types?.length !== cursor.columns.length)
        throw new Error('defines that do not fit their cursor')
      cursor.sent = cursor.columns.map((column, at) => {
        const type = types[at] as number
        if (type !== column.type && column.defines?.includes(type) !== true)
          throw new Error(`the column ${column.name} cannot be sent as ${type}`)
        return { column, type }
      })
      await sendData(answers.end({ cursor: id }))
    }
    const fetch = async (reader: TnsReader) => {
      const [id, count] = [reader.integer(), reader.integer()]
      const cursor = cursors.get(id)
      if (cursor === undefined) throw new Error(`the cursor ${id} is not open`)
      if (cursor.sent.some(({ column, type }) => column.defines !== undefined && type === column.type))
        throw new Error('large objects that were not defined')
      await breakable(async (stopped) => {
        if (cursor.slowly) await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, 100))])
        if (!isBroken) await sendRows(id, cursor, count)
      })
    }
    const logIn = async (code: number, reader: TnsReader) => {
      const { user, pairs } = readLogin(reader)
      if (code === call.phaseOne)
        return await sendData(answers.pairs(login.question, { AUTH_VFR_DATA: 0x4815 }), answers.status())
      const proof = user === script.user ? login.check(pairs) : null
      if (proof === null) {
        const message = 'ORA-01017: invalid username/password; logon denied'
        return await sendData(answers.end({ number: 1017, message }))
      }
      isLoggedIn = true
      const facts = { AUTH_SVR_RESPONSE: proof, AUTH_VERSION_NO: String(0x0c10_0200) }
      await sendData(answers.pairs(facts), answers.status())
    }
    const request = async (body: Buffer) => {
      const reader = new TnsReader(body)
      const kind = reader.u8()
      if (kind === 1) return await sendData(answers.protocol())
      if (kind === 2) return await sendData(answers.dataTypes())
      if (kind === 17) {
        reader.expect(call.closeCursors, 'the piggyback')
        reader.u8()
        reader.expect(1, 'the pointer to cursors')
        for (let left = reader.integer(); left > 0; left--) cursors.delete(reader.integer())
        return await request(reader.raw(reader.left))
      }
      if (kind !== 3) throw new Error(`a message of kind ${kind}`)
      const code = reader.u8()
      reader.u8()
      if (code === call.phaseOne || code === call.phaseTwo) return await logIn(code, reader)
      if (!isLoggedIn) throw new Error(`the call ${code} before the login`)
      if (code === call.execute) return await execute(reader)
      if (code === call.fetch) return await fetch(reader)
      if (code !== call.logoff) throw new Error(`the call ${code}`)
      await sendData(answers.status())
      socket.end()
    }
    const connect = async (text: string) => {
      if (!isRenewed) {
        // a process of the server takes the connection over, with a TLS of its own
        isRenewed = true
        await send(packet.resend, Buffer.alloc(0), secureAgain)
        return secure()
      }
      if (script.redirect !== undefined) {
        const to = `(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=${script.redirect})))`
        const length = Buffer.alloc(2)
        length.writeUInt16BE(to.length)
        return await send(packet.redirect, Buffer.concat([length, Buffer.from(to)]))
      }
      const [, key, name] = /\((SERVICE_NAME|SID)=([^)]+)\)/.exec(text) ?? []
      if (name !== script.service) {
        const reason = `(DESCRIPTION=(ERR=${key === 'SID' ? 12505 : 12514}))`
        return await send(
          packet.refuse,
          Buffer.concat([Buffer.from([1, 0, 0, reason.length]), Buffer.from(reason)]),
        )
      }
      await send(packet.accept, answers.accepted())
      isLarge = true
    }
    const control = async (kind: number) => {
      if (kind === marker.interrupt) {
        if (stop !== null) return stop()
        return await send(packet.marker, Buffer.from([1, 0, marker.break]))
      }
      if (kind !== marker.reset) throw new Error(`the marker ${kind}`)
      await send(packet.marker, Buffer.from([1, 0, marker.reset]))
      const message = 'ORA-01013: user requested cancel of current operation'
      await sendData(answers.end({ number: 1013, message }))
    }
    const take = async (type: number, body: Buffer) => {
      if (type === packet.connect) {
        const length = body.readUInt16BE(16)
        const inside = body.subarray(66)
        if (inside.length >= length) return await connect(inside.toString())
        connectLength = length
        return
      }
      if (type === packet.marker) return await control(body[2] ?? 0)
      if (type !== packet.data) throw new Error(`a packet of type ${type}`)
      if (connectLength > 0) {
        if (body.length - 2 !== connectLength) throw new Error('a connect text of another length than told')
        connectLength = 0
        return await connect(body.subarray(2).toString())
      }
      // the last packet of a connection
      if (body.length === 2) return
      await request(body.subarray(2))
    }
    let kept: Buffer = Buffer.alloc(0)
    const read = (bytes: Buffer) => {
      kept = Buffer.concat([kept, bytes])
      for (;;) {
        if (kept.length < 8) return
        const length = isLarge ? kept.readUInt32BE() : kept.readUInt16BE()
        if (length < 8) return refuse(new Error('a packet that is shorter than its head'))
        if (kept.length < length) return
        const whole = kept.subarray(0, length)
        kept = kept.subarray(length)
        void take(whole[4] ?? 0, whole.subarray(8)).catch(refuse)
      }
    }
    const secure = () => {
      wire.removeAllListeners('data')
      if (script.tls !== undefined) wire = secured(socket, script.tls)
      wire.on('error', () => socket.destroy())
      wire.on('data', read)
    }
    secure()
  }

  const listener = createServer(serve)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    port: (listener.address() as { port: number }).port,
    running: () => running,
    received,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

/** What every session of the driver asks first. */
const ownAnswers: Readonly<Record<string, TnsAnswer>> = {
  'SELECT DBTIMEZONE FROM DUAL': { columns: [varchar('DBTIMEZONE')], rows: [['+02:00']] },
}

function secured(socket: Socket, { cert, key }: { cert: string; key: string }): Duplex {
  return new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ cert, key }) })
}
