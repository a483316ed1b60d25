import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Account, invalid, Refusal, readRequest } from './athena-requests.ts'

/** What a query gives. */
export interface AthenaResult {
  columns: readonly (readonly [name: string, type: string])[]
  rows: Iterable<readonly (string | null)[]>
  /** DML: the first row repeats the names of the columns */
  kind?: 'DML' | 'DDL' | 'UTILITY'
  scannedBytes?: number
  /** reading breaks after so many rows */
  breaksAfter?: number
}

export type AthenaOutcome = AthenaResult | { reason: string } | 'runs until it is stopped'

/**
 * A protocol double of the API of Athena (`AmazonAthena.*`, JSON 1.1) and of two operations of Glue, written from its
 * public reference. It checks each signature, refuses members and values that the service refuses, and gives for each text what
 * `outcome` says.
 */
export interface AthenaServer {
  url: string
  running(): number
  /** bodies of the requests that began a query */
  begun: Record<string, unknown>[]
  /** ids of queries that were stopped */
  stopped: string[]
  /** queries that run until they are stopped end now */
  finish(): void
  /** forgets every query */
  forget(): void
  /** keeps the answers to requests that begin a query back, until what it returns is called */
  hold(): () => void
  /** the next requests are refused as too many */
  throttle(times: number): void
  stop(): Promise<void>
}

interface Query {
  id: string
  state: 'QUEUED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED'
  outcome: AthenaOutcome
  token: string
  scannedBytes: number
  isReused: boolean
  /** of the page that comes next, by its token */
  pages: Map<string, Iterator<readonly (string | null)[]>>
}

export async function startAthena(
  account: Account,
  outcome: (text: string) => AthenaOutcome,
  tables: Readonly<Record<string, readonly object[]>> = {},
): Promise<AthenaServer> {
  const queries = new Map<string, Query>()
  const begun: Record<string, unknown>[] = []
  const stopped: string[] = []
  let refusals = 0
  let held: Promise<void> | null = null

  const operations: Readonly<Record<string, (input: Record<string, unknown>) => unknown>> = {
    StartQueryExecution(input) {
      const token = String(input['ClientRequestToken'])
      const known = [...queries.values()].find((query) => query.token === token)
      if (known !== undefined) return { QueryExecutionId: known.id }
      begun.push(input)
      const id = randomUUID()
      const own = outcome(String(input['QueryString']))
      const isReused = begun.filter((earlier) => earlier['QueryString'] === input['QueryString']).length > 1
      queries.set(id, {
        ...{ id, outcome: own, token, state: 'QUEUED', pages: new Map() },
        scannedBytes: typeof own === 'object' && 'rows' in own ? (own.scannedBytes ?? 0) : 0,
        isReused: isReused && input['ResultReuseConfiguration'] !== undefined,
      })
      return { QueryExecutionId: id }
    },
    GetQueryExecution({ QueryExecutionId }) {
      const query = queryOf(QueryExecutionId)
      const answer = executionOf(query)
      advance(query)
      return answer
    },
    StopQueryExecution({ QueryExecutionId }) {
      const query = queryOf(QueryExecutionId)
      stopped.push(query.id)
      if (query.state === 'QUEUED' || query.state === 'RUNNING') query.state = 'CANCELLED'
      return {}
    },
    GetQueryResults(input) {
      return pageOf(queryOf(input['QueryExecutionId']), input['NextToken'], input['MaxResults'] ?? 1000)
    },
    GetDatabases({ CatalogId, NextToken }) {
      if (CatalogId !== undefined && CatalogId !== '123456789012')
        throw new Refusal('EntityNotFoundException', `Catalog ${CatalogId} not found.`)
      const names = Object.keys(tables)
      const at = NextToken === undefined ? 0 : Number(NextToken)
      const next = at + 1 < names.length ? { NextToken: String(at + 1) } : {}
      return { DatabaseList: names.slice(at, at + 1).map((Name) => ({ Name })), ...next }
    },
    GetTables({ DatabaseName, NextToken }) {
      const all = tables[String(DatabaseName)]
      if (all === undefined)
        throw new Refusal('EntityNotFoundException', `Database ${DatabaseName} not found.`)
      const at = NextToken === undefined ? 0 : Number(NextToken)
      return {
        TableList: all.slice(at, at + 2),
        ...(at + 2 < all.length ? { NextToken: String(at + 2) } : {}),
      }
    },
  }

  function queryOf(id: unknown): Query {
    const query = queries.get(String(id))
    if (query === undefined) throw invalid(`QueryExecution ${id} was not found`)
    return query
  }

  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += String(part)
    try {
      const [operation, input] = readRequest(request, body, account)
      if (refusals > 0) {
        refusals--
        throw new Refusal('ThrottlingException', 'Rate exceeded')
      }
      const text = JSON.stringify(operations[operation]?.(input))
      if (operation === 'StartQueryExecution' && held !== null) await held
      reply.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end(text)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      reply.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' })
      reply.end(JSON.stringify({ __type: `com.amazonaws#${error.code}`, Message: error.message }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    running: () => [...queries.values()].filter(({ state }) => state === 'RUNNING').length,
    begun,
    stopped,
    finish() {
      for (const query of queries.values()) {
        if (query.outcome === 'runs until it is stopped')
          query.outcome = { columns: [['a', 'integer']], rows: [['1']] }
      }
    },
    forget: () => queries.clear(),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = null
        resolve()
      }
    },
    throttle(times) {
      refusals = times
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** One step at each question, so that every state is seen. */
function advance(query: Query): void {
  if (query.state === 'QUEUED') query.state = 'RUNNING'
  else if (query.state === 'RUNNING' && query.outcome !== 'runs until it is stopped') {
    query.state = 'reason' in query.outcome ? 'FAILED' : 'SUCCEEDED'
  }
}

function executionOf({ id, state, outcome, scannedBytes, isReused }: Query): unknown {
  const isResult = typeof outcome === 'object' && 'rows' in outcome
  const reason = typeof outcome === 'object' && 'reason' in outcome ? outcome.reason : ''
  return {
    QueryExecution: {
      QueryExecutionId: id,
      StatementType: (isResult ? outcome.kind : undefined) ?? 'DML',
      Status: { State: state, ...(state === 'FAILED' ? { StateChangeReason: reason } : {}) },
      Statistics: {
        DataScannedInBytes: isReused ? 0 : scannedBytes,
        ResultReuseInformation: { ReusedPreviousResult: isReused },
      },
    },
  }
}

function pageOf({ state, outcome, pages }: Query, token: unknown, most: unknown): unknown {
  if (!(Number.isInteger(most) && Number(most) >= 1 && Number(most) <= 1000))
    throw invalid('wrong MaxResults')
  if (state !== 'SUCCEEDED' || outcome === 'runs until it is stopped' || 'reason' in outcome) {
    throw invalid(`Query has not yet finished. Current state: ${state}`)
  }
  const { columns, rows, kind = 'DML', breaksAfter = Number.POSITIVE_INFINITY } = outcome
  const iterator = token === undefined ? rows[Symbol.iterator]() : pages.get(String(token))
  if (iterator === undefined) throw invalid('The NextToken is not valid.')
  pages.delete(String(token))
  const at = token === undefined ? 0 : Number(token)
  const listed: (readonly (string | null)[])[] = []
  if (at === 0 && kind === 'DML') listed.push(columns.map(([name]) => name))
  let isOver = false
  while (listed.length < Number(most) && !isOver) {
    const { done, value } = iterator.next()
    if (done) isOver = true
    else listed.push(value)
  }
  if (at + listed.length > breaksAfter) throw invalid('Could not find results')
  const next = String(at + listed.length)
  if (!isOver) pages.set(next, iterator)
  return {
    ...(isOver ? {} : { NextToken: next }),
    ResultSet: {
      Rows: listed.map((cells) => ({
        Data: cells.map((cell) => (cell === null ? {} : { VarCharValue: cell })),
      })),
      ResultSetMetadata: { ColumnInfo: columns.map(([Name, Type]) => ({ CatalogName: 'hive', Name, Type })) },
    },
    UpdateCount: 0,
  }
}
