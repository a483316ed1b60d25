// The HTTP interface of ClickHouse in front of the real engine (npm `chdb`): node chdb-server.mjs FOLDER PORT DATA.
// The engine parses, runs and formats; this file checks what a server checks of a request, and ends queries.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const [folder, port, data] = process.argv.slice(2)
const { Session } = createRequire(`${folder}/package.json`)('chdb')
const session = new Session(data)
const account = `Basic ${Buffer.from('default:secret').toString('base64')}`

/** queries by their id, with what ends each */
const running = new Map()
/** how many rows they have read */
const readRows = new Map()
const sessions = new Set()
/** the engine runs one after the other */
let queue = Promise.resolve()

const known = new Set([
  'readonly',
  'database',
  'default_format',
  'query_id',
  'session_id',
  'session_check',
  'session_timeout',
])

createServer(async (request, reply) => {
  const url = new URL(request.url, 'http://chdb')
  if (url.pathname === '/ping') return reply.end('Ok.\n')
  if (url.pathname === '/running') return reply.end(String(running.size))
  const parts = []
  for await (const part of request) parts.push(part)
  const text = Buffer.concat(parts).toString()
  const parameters = Object.fromEntries(url.searchParams)
  if (url.pathname.startsWith('/v0/')) return await inTurn(() => tinybird(url, request, text, reply))
  const refuse = (status, code, message) => {
    reply
      .writeHead(status, { 'x-clickhouse-exception-code': String(code) })
      .end(`Code: ${code}. DB::Exception: ${message}\n`)
  }
  if (request.method !== 'POST') return refuse(405, 164, 'Cannot execute query in readonly mode. (READONLY)')
  if (request.headers.authorization !== account) {
    return refuse(403, 516, 'default: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)')
  }
  const unknown = Object.keys(parameters).find((name) => !known.has(name))
  if (unknown !== undefined) return refuse(404, 115, `Unknown setting '${unknown}'. (UNKNOWN_SETTING)`)
  const { session_id: sessionId, session_check: check } = parameters
  if (check === '1' && !sessions.has(sessionId))
    return refuse(404, 372, 'Session not found. (SESSION_NOT_FOUND)')
  if (sessionId !== undefined) sessions.add(sessionId)
  const kill = /^KILL QUERY WHERE (?:query_id = '([^']*)'|startsWith\(query_id, '([^']*)'\)) ASYNC$/.exec(
    text,
  )
  if (kill !== null) {
    for (const [id, end] of running) if (id === kill[1] || (kill[2] && id.startsWith(kill[2]))) end()
    return reply.end()
  }
  const look =
    /^SELECT read_rows, read_bytes, total_rows_approx FROM system\.processes WHERE query_id = '([^']*)'$/
  const looked = look.exec(text)?.[1]
  // a server has many queries at a time, the engine here one
  if (looked !== undefined) return reply.end(processesOf(looked))
  // the engine here has one session for all, so this setting cannot be left to it
  if (parameters.readonly === '2' && (!returns.test(text) || /\breadonly\b/i.test(text))) {
    return refuse(500, 164, 'Cannot execute query in readonly mode. (READONLY)')
  }
  await inTurn(() => answer(text, parameters, reply))
}).listen(Number(port), '127.0.0.1')

/** As the server formats it: whole numbers of 64 bits are texts. */
function processesOf(id) {
  const read = readRows.get(id)
  const data = read === undefined ? [] : [[String(read), String(read * 8), String(read * 4)]]
  const meta = ['read_rows', 'read_bytes', 'total_rows_approx'].map((name) => ({ name, type: 'UInt64' }))
  const rows = data.map((row) => `\t\t${JSON.stringify(row)}`).join(',\n')
  return `{\n\t"meta":\n\t${JSON.stringify(meta)},\n\n\t"data":\n\t[\n${rows}\n\t],\n\n\t"rows": ${data.length}\n}\n`
}

async function inTurn(work) {
  const before = queue
  const { promise, resolve } = Promise.withResolvers()
  queue = promise
  await before
  try {
    await work()
  } finally {
    resolve()
  }
}

/** Tinybird's API for queries and lists, over the same engine. */
async function tinybird(url, request, text, reply) {
  const refuse = (status, error) => {
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
  }
  if (request.headers.authorization !== 'Bearer secret')
    return refuse(403, 'invalid authentication token. Invalid token')
  const list = (query) => JSON.parse(session.query(query, 'JSON')).data
  const columns = "groupArray(map('name', c.name, 'type', c.type)) columns"
  if (url.pathname === '/v0/datasources') {
    const datasources = list(
      `SELECT t.name name, ${columns} FROM system.tables t JOIN system.columns c ON c.table = t.name AND c.database = t.database WHERE t.database = 'elsewhere' AND t.engine != 'View' GROUP BY name`,
    )
    return reply.end(JSON.stringify({ datasources }))
  }
  if (url.pathname === '/v0/pipes') {
    const pipes = list(
      "SELECT name, 'endpoint' type FROM system.tables WHERE database = 'elsewhere' AND engine = 'View'",
    )
    return reply.end(JSON.stringify({ pipes: [...pipes, { name: 'without_endpoint', type: 'default' }] }))
  }
  if (url.pathname !== '/v0/sql') return refuse(404, 'not found')
  const sql = request.method === 'GET' ? url.searchParams.get('q') : text
  if (!sql?.endsWith('\nFORMAT JSON')) return refuse(400, 'the query has no FORMAT JSON')
  const id = String(Math.random())
  reply.once('close', () => running.get(id)?.())
  const plain = sql.slice(0, -'\nFORMAT JSON'.length)
  if (/tinybird\.pipe_stats/.test(plain)) return reply.end(session.query('SELECT 1', 'JSON'))
  await answer(plain, { database: 'elsewhere', default_format: 'JSON', query_id: id }, reply)
}

async function answer(text, { database, default_format: format, query_id: id }, reply) {
  try {
    if (database !== undefined) session.query(`USE \`${database}\``)
    if (isLong.test(text)) return await stream(text, format, id, reply)
    const result = session.query(text, format)
    reply.writeHead(200, { 'content-type': 'application/json', 'x-clickhouse-format': format })
    reply.end(returns.test(text) ? result : '')
  } catch (error) {
    // what the engine has left of it would be the answer to the next query
    session.query('SELECT 1', 'Null')
    const message = messageOf(error)
    if (!reply.headersSent) {
      reply.writeHead(/Code: (?:60|81)\b/.test(message) ? 404 : 400, {
        'x-clickhouse-exception-code': String(codeOf(message)),
      })
      return reply.end(`${message} (version 26.7.2.1)\n`)
    }
    // as servers of today do, when rows have been sent already
    const tag = 'abcdefghijklmnop'
    reply.write(
      `\r\n__exception__\r\n${tag}\r\n${message}\n${message.length + 1} ${tag}\r\n__exception__\r\n`,
      // the client loses what it has not read when the connection ends, so it gets a moment on a busy machine
      () => setTimeout(() => reply.destroy(), 1000),
    )
  }
}

const isLong = /\bnumbers\b|\bsleep/i
const returns = /^\s*(?:\/\*[\s\S]*?\*\/\s*)?(?:select|with|show|desc|explain|exists|from|values|check)\b/i

/** Each part of the engine's answer is a document of its own; together they are one. */
async function stream(text, format, id, reply) {
  const parts = session.queryStream(text, { format })
  let isKilled = false
  running.set(id, () => {
    isKilled = true
  })
  let isBegun = false
  let tail = ''
  let rows = 0
  try {
    for await (const part of parts) {
      if (isKilled) throw new Error('Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)')
      const document = part.text()
      const start = document.indexOf('\n', document.indexOf('\t"data":\n\t[') + 9) + 1
      const end = document.lastIndexOf('\n\t],\n')
      tail = document.slice(end)
      if (!isBegun) {
        reply.writeHead(200, { 'content-type': 'application/json', 'x-clickhouse-format': format })
        reply.write(document.slice(0, start))
      }
      const own = document.slice(start, end)
      if (own.trim() === '') {
        isBegun = true
        continue
      }
      const isRoom = reply.write(rows > 0 ? `,\n${own}` : own)
      rows += part.numRows
      readRows.set(id, rows)
      isBegun = true
      if (!isRoom && !reply.destroyed) {
        await new Promise((resolve) => reply.once('drain', resolve).once('close', resolve))
      }
      if (reply.destroyed) throw new Error('Code: 210. DB::Exception: Broken pipe. (NETWORK_ERROR)')
    }
    if (isBegun) return reply.end(tail)
    reply.writeHead(200, { 'content-type': 'application/json', 'x-clickhouse-format': format })
    reply.end(session.query(text, format))
  } finally {
    parts.cancel()
    running.delete(id)
    readRows.delete(id)
  }
}

function messageOf(error) {
  const message = String(error.message)
    .replace(/^Query failed: /, '')
    .trim()
  return message.startsWith('Code: ') ? message : `Code: 1002. DB::Exception: ${message}`
}

function codeOf(message) {
  return Number(/^Code: (\d+)/.exec(message)[1])
}
