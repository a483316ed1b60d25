import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type WebSocket, WebSocketServer } from 'ws'

export interface ExasolColumn {
  name: string
  dataType: Record<string, string | number | boolean>
}

export type ExasolAnswer =
  | {
      columns: readonly ExasolColumn[]
      count: number
      /** JSON texts of the cells of a row, counted from 0 */
      row(at: number): readonly string[]
      /** a fetch from this row on fails */
      failsAt?: number
      /** each fetch takes a moment, in which it can be seen and ended */
      slowly?: true
    }
  | { rowCount: number }
  | { error: string }
  /** runs until the client ends it */
  | 'wait'

export interface ExasolScript {
  user: string
  password: string
  answer(text: string): ExasolAnswer
  tls?: { cert: string; key: string }
}

export interface ExasolServer {
  port: number
  running(): number
  received: string[]
  stop(): Promise<void>
}

const rowsInMessage = 1000
const maxFetch = 64 * 1024 * 1024

/** A double of Exasol, written from the vendor's documents of its protocol: each command is read strictly. */
export async function startExasolServer(script: ExasolScript): Promise<ExasolServer> {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 1024,
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const received: string[] = []
  let running = 0

  const serve = (socket: WebSocket) => {
    let state: 'new' | 'key sent' | 'ready' = 'new'
    let abort: (() => void) | null = null
    let isBusy = false
    let lastHandle = 0
    const open = new Map<number, Exclude<ExasolAnswer, string | { rowCount: number } | { error: string }>>()
    const send = (text: string) => socket.send(text)
    const ok = (data: string) => send(`{"status":"ok","attributes":{},"responseData":${data}}`)
    const refuse = (text: string, sqlCode = '42000') =>
      send(JSON.stringify({ status: 'error', exception: { text, sqlCode } }))
    /** Waits for the end that the client asks for. True: it did. */
    const ended = (milliseconds: number) =>
      new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), milliseconds)
        abort = () => {
          clearTimeout(timer)
          resolve(true)
        }
      })
    const ofColumns = (
      answer: { row(at: number): readonly string[] },
      width: number,
      from: number,
      to: number,
    ) => {
      const columns: string[][] = Array.from({ length: width }, () => [])
      for (let at = from; at < to; at++) {
        for (const [index, cell] of answer.row(at).entries()) columns[index]?.push(cell)
      }
      return `[${columns.map((cells) => `[${cells.join(',')}]`).join(',')}]`
    }
    const execute = async (text: string) => {
      received.push(text)
      const answer = script.answer(text)
      if (answer === 'wait') {
        const wasEnded = await ended(60_000)
        return wasEnded ? refuse(endedText, '40005') : ok('{"numResults":0,"results":[]}')
      }
      if ('error' in answer) return refuse(`${answer.error} (Session: 1234567890)`)
      if ('rowCount' in answer)
        return ok(`{"numResults":1,"results":[{"resultType":"rowCount","rowCount":${answer.rowCount}}]}`)
      const { columns, count } = answer
      const facts = `"numColumns":${columns.length},"numRows":${count},"columns":${JSON.stringify(columns)}`
      const isInside = count < rowsInMessage
      if (!isInside) open.set(++lastHandle, answer)
      const place = isInside
        ? `"numRowsInMessage":${count},"data":${ofColumns(answer, columns.length, 0, count)}`
        : `"resultSetHandle":${lastHandle},"numRowsInMessage":0`
      ok(`{"numResults":1,"results":[{"resultType":"resultSet","resultSet":{${facts},${place}}}]}`)
    }
    const fetch = async (request: Record<string, unknown>) => {
      const { resultSetHandle, startPosition, numBytes } = request as Record<string, number>
      const answer = open.get(resultSetHandle ?? -1)
      if (answer === undefined || !(Number(numBytes) > 0 && Number(numBytes) <= maxFetch))
        throw new Error('a fetch of an unknown result, or of too many bytes')
      if (answer.slowly === true && (await ended(100))) return refuse(endedText, '40005')
      const from = startPosition ?? -1
      if (from < 0 || from >= answer.count) throw new Error(`a fetch from row ${from}`)
      if (from >= (answer.failsAt ?? Number.POSITIVE_INFINITY))
        return refuse('data exception - division by zero.', '22012')
      const end = Math.min(answer.count, answer.failsAt ?? answer.count)
      let to = from
      for (let bytes = 0; to < end && bytes < Number(numBytes); to++)
        bytes += answer.row(to).reduce((sum, cell) => sum + cell.length + 1, 0)
      ok(`{"numRows":${to - from},"data":${ofColumns(answer, answer.columns.length, from, to)}}`)
    }
    const logIn = (request: Record<string, unknown>) => {
      if (state === 'new') {
        if (request.command !== 'login' || request.protocolVersion !== 1) throw new Error('no login')
        state = 'key sent'
        return ok(JSON.stringify({ publicKeyPem: keys.publicKey, publicKeyExponent: '010001' }))
      }
      if (request.useCompression !== false) throw new Error('compression')
      const sent = Buffer.from(String(request.password), 'base64')
      const password = privateDecrypt({ key: keys.privateKey, padding: constants.RSA_PKCS1_PADDING }, sent)
      if (request.username !== script.user || password.toString() !== script.password)
        return refuse('Connection exception - authentication failed.', '08004')
      state = 'ready'
      ok(JSON.stringify({ sessionId: 1, protocolVersion: 1, releaseVersion: '8.31.0' }))
    }
    const take = async (request: Record<string, unknown>) => {
      if (state !== 'ready') return logIn(request)
      if (request.command === 'abortQuery') return abort?.()
      if (isBusy) throw new Error(`${request.command} while another command is answered`)
      isBusy = true
      if (request.command === 'disconnect') return (ok('{}'), socket.close())
      if (request.command === 'closeResultSet') {
        for (const handle of request.resultSetHandles as number[]) {
          if (!open.delete(handle)) throw new Error(`the result ${handle} is not open`)
        }
        ok('{}')
      } else {
        running++
        try {
          if (request.command === 'execute') await execute(String(request.sqlText))
          else if (request.command === 'fetch') await fetch(request)
          else throw new Error(`the command ${request.command}`)
        } finally {
          abort = null
          running--
        }
      }
      isBusy = false
    }
    socket.on('close', () => abort?.())
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      const fault = (error: unknown) => {
        console.error('The Exasol double refuses a request:', error)
        socket.terminate()
      }
      if (isBinary) return fault(new Error('a binary message'))
      void take(JSON.parse(data.toString())).catch(fault)
    })
  }

  const listener = script.tls === undefined ? createServer() : createSecureServer(script.tls)
  const sockets = new WebSocketServer({ server: listener, perMessageDeflate: false })
  sockets.on('connection', serve)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    port: (listener.address() as { port: number }).port,
    running: () => running,
    received,
    async stop() {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

const endedText = 'Client requested execution abort.'
