import { createServer, connect as dial, type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'
import { type MongoMessage, messageCutter, reply } from './mongo-messages.ts'
import { type ScramConversation, scramConversation } from './scram-server.ts'

/**
 * Stands before a server that has neither accounts nor operations that last: adds SCRAM-SHA-256, `$currentOp`, `killOp`
 * and `connectionStatus` as MongoDB documents them, and three collections: `slow` answers after a minute, `endless`
 * never ends, `late` fails after 150,000 documents. Everything else goes to the server behind.
 */
export interface MongoFront {
  port: number
  user: string
  password: string
  /** operations that last, and their open cursors */
  running(): number
  stop(): Promise<void>
}

interface Operation {
  id: number
  comment: unknown
  fail(code: number, name: string, message: string): void
}
interface OpenCursor {
  namespace: string
  comment: unknown
  sent: number
}

const account = { user: 'reader, of all', password: 'p@ss=word' }
const lateAfter = 150_000
const perBatch = 1000

export async function startMongoFront(behind: number): Promise<MongoFront> {
  const operations = new Map<number, Operation>()
  const cursors = new Map<string, OpenCursor>()
  const sockets = new Set<Socket>()
  let lastId = 100

  const serve = (client: Socket) => {
    const server = dial(behind, '127.0.0.1')
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        for (const other of [client, server]) other.destroy()
        sockets.delete(socket)
        for (const id of own) operations.delete(id)
      })
    }
    /** operations of this connection: they end with it, as in MongoDB */
    const own = new Set<number>()
    let conversation: ScramConversation | null = null
    let isKnown = false
    server.pipe(client)

    const answer = (message: MongoMessage, document: Document) =>
      client.write(reply(message.id, { ok: 1, ...document }))
    const fail = (message: MongoMessage, code: number, codeName: string, errmsg: string) =>
      answer(message, { ok: 0, code, codeName, errmsg })

    const begin = (message: MongoMessage, comment: unknown) => {
      const id = ++lastId
      own.add(id)
      const timer = setTimeout(
        () => operations.get(id)?.fail(50, 'MaxTimeMSExpired', 'operation took too long'),
        60_000,
      )
      operations.set(id, {
        id,
        comment,
        fail(...reason) {
          clearTimeout(timer)
          operations.delete(id)
          fail(message, ...reason)
        },
      })
    }
    const more = (message: MongoMessage, id: BSON.Long, field: 'firstBatch' | 'nextBatch') => {
      const cursor = cursors.get(String(id))
      if (cursor === undefined) return fail(message, 43, 'CursorNotFound', `cursor id ${id} not found`)
      if (cursor.namespace.endsWith('.late') && cursor.sent >= lateAfter) {
        cursors.delete(String(id))
        return fail(
          message,
          16608,
          'Location16608',
          "PlanExecutor error during aggregation :: caused by :: can't $divide by zero",
        )
      }
      const batch = Array.from({ length: perBatch }, (_, index) => ({
        n: cursor.sent + index,
        text: 'x'.repeat(50),
      }))
      cursor.sent += perBatch
      return answer(message, { cursor: { [field]: batch, id, ns: cursor.namespace } })
    }
    const killCursors = (message: MongoMessage, ids: readonly BSON.Long[]) => {
      for (const id of ids) cursors.delete(String(id))
      answer(message, { cursorsKilled: ids, cursorsNotFound: [], cursorsAlive: [], cursorsUnknown: [] })
    }
    const startSasl = (message: MongoMessage, { mechanism, payload }: Document) => {
      if (mechanism !== 'SCRAM-SHA-256')
        return fail(message, 2, 'BadValue', `Unsupported mechanism ${mechanism}`)
      conversation = scramConversation(account.user, account.password)
      const text = conversation.first(Buffer.from(payload).toString())
      return answer(message, { conversationId: 1, done: false, payload: new BSON.Binary(Buffer.from(text)) })
    }
    const goOnSasl = (message: MongoMessage, { payload }: Document) => {
      const text = conversation?.last(Buffer.from(payload).toString()) ?? null
      if (text === null) return fail(message, 18, 'AuthenticationFailed', 'Authentication failed.')
      isKnown = true
      return answer(message, { conversationId: 1, done: true, payload: new BSON.Binary(Buffer.from(text)) })
    }
    const currentOp = (message: MongoMessage, [, match]: Document[]) => {
      const either: Document[] = match?.['$match']?.$or ?? []
      const wanted = new Set(either.flatMap((part) => Object.values(part)))
      if (wanted.size !== 1) throw new Error('The comment of $currentOp is not as it should be.')
      const running = [...operations.values()]
        .filter(({ comment }) => wanted.has(comment))
        .map(({ id, comment }) => ({ type: 'op', opid: id, ns: 'test', command: { comment } }))
      const idle = [...cursors]
        .filter(([, { comment }]) => wanted.has(comment))
        .map(([id, { namespace }]) => ({
          type: 'idleCursor',
          ns: namespace,
          cursor: { cursorId: BSON.Long.fromString(id) },
        }))
      return answer(message, {
        cursor: { firstBatch: [...running, ...idle], id: BSON.Long.ZERO, ns: 'admin.$cmd.aggregate' },
      })
    }
    const handle = (message: MongoMessage, command: Document): unknown => {
      const [name] = Object.keys(command) as [string]
      if (name === 'saslStart') return startSasl(message, command)
      if (name === 'saslContinue') return goOnSasl(message, command)
      if (!isKnown && !/^(?:hello|ismaster|endSessions)$/i.test(name))
        return fail(message, 13, 'Unauthorized', `Command ${name} requires authentication`)
      if (name === 'connectionStatus')
        return answer(message, { authInfo: { authenticatedUsers: [{ user: account.user, db: 'admin' }] } })
      if (name === 'killOp') {
        operations.get(Number(command['op']))?.fail(11601, 'Interrupted', 'operation was interrupted')
        return answer(message, { info: 'attempting to kill op' })
      }
      if (name === 'aggregate' && command['pipeline']?.[0]?.$currentOp !== undefined)
        return currentOp(message, command['pipeline'])
      if (name === 'find' && command['find'] === 'slow') return begin(message, command['comment'])
      if (name === 'find' && /^(?:endless|late)$/.test(command['find'])) {
        const id = BSON.Long.fromNumber(++lastId)
        cursors.set(String(id), {
          namespace: `${command['$db']}.${command['find']}`,
          comment: command['comment'],
          sent: 0,
        })
        return more(message, id, 'firstBatch')
      }
      if (name === 'getMore' && cursors.has(String(command['getMore'])))
        return more(message, command['getMore'], 'nextBatch')
      if (name === 'killCursors' && /^(?:endless|late)$/.test(command['killCursors']))
        return killCursors(message, command['cursors'])
      return server.write(message.bytes)
    }
    client.on(
      'data',
      messageCutter((message) => {
        if (message.command === null) server.write(message.bytes)
        else handle(message, message.command)
      }),
    )
  }
  const listener = createServer(serve)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    port: (listener.address() as { port: number }).port,
    ...account,
    running: () => operations.size + cursors.size,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
