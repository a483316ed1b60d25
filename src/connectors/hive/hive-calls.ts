import { QueryFailed, type TextPosition } from '../connector-errors.ts'
import type { HiveOptions } from './hive-options.ts'
import type { HiveTransport } from './hive-transport.ts'
import { placeIn } from './spark-place.ts'
import { type SentField, writeCall } from './thrift-calls.ts'
import { listIn, numberIn, structIn, type ThriftStruct, textIn } from './thrift-codec.ts'

/** The server's words about a statement. */
export class HiveRefusal extends QueryFailed {
  /** in the text that was sent */
  readonly place: TextPosition | null
  constructor(told: string, otherwise: string) {
    super(readableMessage(told) || otherwise)
    this.place = placeIn(told)
  }
}

/** A handle as the server gave it, to be sent back. */
export type Handle = SentField

export interface HiveLink {
  options: HiveOptions
  transport: HiveTransport
  session: Handle
  /** ends what runs, over another connection if this one was lost */
  cancel(operation: Operation, signal: AbortSignal): Promise<void>
}

/** Version 8: columns instead of rows, since Hive 0.13. A server with an older one says so. */
const protocol = 7
const firstWithColumns = 5

const okay = new Set([0, 1])
export const stillExecuting = 2

/** Calls a function of the server. Throws HiveRefusal if it fails. */
async function ask(
  transport: HiveTransport,
  name: string,
  argument: readonly SentField[],
  signal: AbortSignal,
): Promise<ThriftStruct> {
  const result = await transport.exchange(writeCall(name, argument), signal)
  const status = structIn(result, 1)
  const code = numberIn(status, 1) ?? 0
  if (okay.has(code) || code === stillExecuting) return result
  throw new HiveRefusal(toldBy(status), 'The server refused the query and gave no reason.')
}

const className = /^(?:\[[\w.]+\] )?(?:[\w$]+\.)+\w*(?:Exception|Error):\s*/

/** Without names of classes, the query itself, plans, and where in the server it happened. */
export function readableMessage(told: string): string {
  const lines = told.split(/\r?\n/)
  const trace = lines.findIndex((line) => /^\s+at [\w.$]+[(/]/.test(line))
  return (trace === -1 ? lines : lines.slice(0, trace))
    .join('\n')
    .trim()
    .replace(className, '')
    .replace(/^(?:Error running query|Error operating \w+): /, '')
    .replace(className, '')
    .replace(/\s*== SQL .*$/s, '')
    .replace(/(; line \d+ pos \d+);\n.*$/s, '$1')
    .trim()
}

function toldBy(status: ThriftStruct | undefined): string {
  const [info] = listIn(status, 2) ?? []
  return textIn(status, 5) || (Buffer.isBuffer(info) ? info.toString('utf8') : '')
}

export async function openSession(
  options: HiveOptions,
  transport: HiveTransport,
  signal: AbortSignal,
): Promise<Handle> {
  const configuration: [string, string][] =
    options.product === 'Hive' && options.database !== '' ? [['use:database', options.database]] : []
  const fields: SentField[] = [
    [1, { i32: protocol }],
    ...(options.username === '' ? [] : [[2, { string: options.username }] as const]),
    ...(configuration.length === 0 ? [] : [[4, { map: configuration }] as const]),
  ]
  const result = await ask(transport, 'OpenSession', fields, signal)
  if ((numberIn(result, 2) ?? 0) < firstWithColumns)
    throw new QueryFailed('The server is older than Hive 0.13, and sends results in another form.')
  return handleIn(result, 3, 1)
}

export async function closeSession(
  { transport, session }: Pick<HiveLink, 'transport' | 'session'>,
  signal: AbortSignal,
): Promise<void> {
  await ask(transport, 'CloseSession', [session], signal)
}

/** The two halves of a session's handle, by which another connection finds it. */
export function namesOf([, value]: Handle): { session: string; secret: string } {
  const parts = new Map('struct' in value ? value.struct : [])
  const identifier = parts.get(1)
  const halves = new Map(identifier !== undefined && 'struct' in identifier ? identifier.struct : [])
  const hex = (id: number) => {
    const half = halves.get(id)
    return half !== undefined && 'string' in half
      ? Buffer.from(half.string as Uint8Array).toString('hex')
      : ''
  }
  return { session: hex(1), secret: hex(2) }
}

/** null: these are not such halves (Buffer would cut them to what looks like it, and name another session) */
export function handleNamed({ session, secret }: { session: string; secret: string }): Handle | null {
  if (![session, secret].every((hex) => /^(?:[0-9a-f]{2})+$/.test(hex))) return null
  const half = (hex: string) => ({ string: Buffer.from(hex, 'hex') })
  return [
    1,
    {
      struct: [
        [
          1,
          {
            struct: [
              [1, half(session)],
              [2, half(secret)],
            ],
          },
        ],
      ],
    },
  ]
}

/** A handle, as field `sent` of what is asked with it. */
function handleIn(result: ThriftStruct, id: number, sent: number): Handle {
  const handle = structIn(result, id)
  if (handle === undefined) throw new QueryFailed('The server answered without saying what it has begun.')
  return [sent, { struct: asSent(handle) }]
}

/** Only the fields that handles have: two texts in a structure, numbers and a truth value. */
function asSent(struct: ThriftStruct): SentField[] {
  const fields: SentField[] = []
  for (const [id, value] of struct) {
    if (Buffer.isBuffer(value)) fields.push([id, { string: value }])
    else if (typeof value === 'boolean') fields.push([id, { bool: value }])
    else if (typeof value === 'number' && Number.isInteger(value)) fields.push([id, { i32: value }])
    else if (value instanceof Map) fields.push([id, { struct: asSent(value as ThriftStruct) }])
  }
  return fields
}

export interface Operation {
  handle: Handle
  /** undefined: not known before it has ended */
  hasResult: boolean | undefined
}

export async function executeStatement(
  { transport, session }: HiveLink,
  text: string,
  signal: AbortSignal,
): Promise<Operation> {
  const fields: SentField[] = [session, [2, { string: text }], [4, { bool: true }]]
  return operationIn(await ask(transport, 'ExecuteStatement', fields, signal))
}

/** Columns of all tables whose schema matches the pattern. */
export async function getColumns(
  { transport, session }: HiveLink,
  schema: string,
  signal: AbortSignal,
): Promise<Operation> {
  const fields: SentField[] = [session, [3, { string: schema }], [4, { string: '%' }], [5, { string: '%' }]]
  return operationIn(await ask(transport, 'GetColumns', fields, signal))
}

function operationIn(result: ThriftStruct): Operation {
  const operation = structIn(result, 2)
  const hasResult = operation?.get(3)
  return {
    handle: handleIn(result, 2, 1),
    hasResult: typeof hasResult === 'boolean' ? hasResult : undefined,
  }
}

export interface OperationStatus {
  isRunning: boolean
  hasResult: boolean | undefined
}

const finished = 2
const running = new Set([0, 1, 7])
const stateNames: Readonly<Record<number, string>> = {
  3: 'The query was cancelled in the server.',
  4: 'The query was closed in the server.',
  8: 'The query took longer than the server allows.',
}

/** Throws HiveRefusal if the operation has failed. */
export async function statusOf(
  { transport }: HiveLink,
  { handle, hasResult }: Operation,
  signal: AbortSignal,
): Promise<OperationStatus> {
  const result = await ask(transport, 'GetOperationStatus', [handle], signal)
  const state = numberIn(result, 2) ?? finished
  if (state !== finished && !running.has(state)) {
    throw new HiveRefusal(textIn(result, 5), stateNames[state] ?? 'The query failed in the server.')
  }
  const says = result.get(9)
  return {
    isRunning: running.has(state),
    hasResult: typeof says === 'boolean' ? says : hasResult,
  }
}

export async function metadataOf(
  { transport }: HiveLink,
  { handle }: Operation,
  signal: AbortSignal,
): Promise<ThriftStruct | undefined> {
  return structIn(await ask(transport, 'GetResultSetMetadata', [handle], signal), 2)
}

const next = 0

export async function fetchRows(
  { transport }: HiveLink,
  { handle }: Operation,
  rows: number,
  signal: AbortSignal,
): Promise<{ set: ThriftStruct | undefined; hasMore: boolean }> {
  const fields: SentField[] = [handle, [2, { i32: next }], [3, { i64: BigInt(rows) }]]
  const result = await ask(transport, 'FetchResults', fields, signal)
  return { set: structIn(result, 3), hasMore: result.get(2) === true }
}

export async function cancelOperation(
  transport: HiveTransport,
  { handle }: Operation,
  signal: AbortSignal,
): Promise<void> {
  await ask(transport, 'CancelOperation', [handle], signal).catch(() => {})
  await ask(transport, 'CloseOperation', [handle], signal)
}

export async function closeOperation(
  { transport }: HiveLink,
  { handle }: Operation,
  signal: AbortSignal,
): Promise<void> {
  await ask(transport, 'CloseOperation', [handle], signal)
}
