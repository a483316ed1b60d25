import type { RunEstimate } from '#shared/results/run-estimate-api.ts'
import { QueryFailed } from '../connector-errors.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { type BigqueryLink, callBigquery } from './bigquery-service.ts'

const megabyte = 1_000_000
/** Google bills by it. */
const tebibyte = 2 ** 40
/** The service bills at least so much for each table. */
const minBilled = 10 * 1024 * 1024

/** Throws QueryFailed if the text would read more than the data source allows. */
export async function limitOf(link: BigqueryLink, text: string, signal: AbortSignal): Promise<object> {
  const { maxMegabytes } = link.options
  if (maxMegabytes === null) return {}
  const { bytes, isScript } = await tryDry(link, text, signal)
  if (bytes !== null && bytes > maxMegabytes * megabyte) throw new QueryFailed(tooMuch(bytes, maxMegabytes))
  const most = Math.max(Math.ceil(maxMegabytes * megabyte), minBilled)
  return isScript ? { maximumBytesBilled: String(most) } : {}
}

function tooMuch(bytes: number, maxMegabytes: number): string {
  const megabytes = (bytes / megabyte).toFixed(6)
  return `Larger than ${Math.trunc(maxMegabytes)} MBytes will be processed (${megabytes} MBytes)`
}

/** What the service says of the text without running it. */
export async function estimateJob(
  link: BigqueryLink,
  text: string,
  signal: AbortSignal,
): Promise<RunEstimate> {
  const { maxMegabytes, dollarsPerTebibyte } = link.options
  const { bytes, isScript, accuracy, tables } = await tryDry(link, text, signal)
  const notes: string[] = []
  if (isScript) notes.push('What a script reads is known only when it runs.')
  if (maxMegabytes !== null && bytes !== null && bytes > maxMegabytes * megabyte)
    notes.push(`The limit of the data source would refuse it: ${tooMuch(bytes, maxMegabytes)}`)
  const isKnown = bytes !== null && !isScript
  return {
    bytes: isKnown ? bytes : null,
    precision: accuracy,
    ...(isKnown && dollarsPerTebibyte !== null ? { cost: (bytes / tebibyte) * dollarsPerTebibyte } : {}),
    ...(tables.length === 0 ? {} : { tables }),
    notes,
  }
}

interface DryFacts {
  bytes: number | null
  /** what it reads is known only when it runs */
  isScript: boolean
  accuracy: RunEstimate['precision']
  tables: string[]
}

const accuracies: Readonly<Record<string, RunEstimate['precision']>> = {
  UPPER_BOUND: 'at_most',
  LOWER_BOUND: 'at_least',
}

async function tryDry(link: BigqueryLink, text: string, signal: AbortSignal): Promise<DryFacts> {
  const { projectId, location } = link.options
  const body = {
    jobReference: { projectId, ...(location === '' ? {} : { location }) },
    configuration: { dryRun: true, query: queryOf(link, text, false) },
  }
  const reply = await callBigquery(link, '/jobs', { method: 'POST', body }, signal).catch((error) => {
    throw placed(error)
  })
  const statistics = cutObject(reply.get('statistics') ?? '{}')
  const query = cutObject(statistics.get('query') ?? '{}')
  const bytes = numberIn(query, 'totalBytesProcessed') ?? numberIn(statistics, 'totalBytesProcessed')
  const accuracy = readString(query.get('totalBytesProcessedAccuracy') ?? '') ?? ''
  return {
    bytes,
    isScript: bytes === null || readString(query.get('statementType') ?? '') === 'SCRIPT',
    accuracy: accuracies[accuracy] ?? 'exact',
    tables: cutList(query.get('referencedTables') ?? '[]')
      .map(tableName)
      .sort(),
  }
}

function tableName(item: string): string {
  const table = cutObject(item)
  return ['projectId', 'datasetId', 'tableId']
    .map((part) => readString(table.get(part) ?? '') ?? '')
    .join('.')
}

export function queryOf({ options }: BigqueryLink, text: string, isOurs: boolean) {
  const { functionUris, billingTier } = options
  if (isOurs) return { query: text, useLegacySql: false }
  return {
    query: text,
    useLegacySql: !options.isStandard,
    ...(functionUris.length === 0
      ? {}
      : { userDefinedFunctionResources: functionUris.map((resourceUri) => ({ resourceUri })) }),
    ...(billingTier === null ? {} : { maximumBillingTier: billingTier }),
  }
}

/** Numbers of 64 bits come as texts. */
export function numberIn(members: ReadonlyMap<string, string>, name: string): number | null {
  const json = members.get(name)
  const value = json === undefined ? Number.NaN : Number(readString(json) ?? json)
  return Number.isFinite(value) ? value : null
}

/** `Syntax error: Unexpected identifier "selct" at [2:3]`: the error with its place. */
export function placed(error: unknown): unknown {
  if (!(error instanceof QueryFailed)) return error
  const [, line, column] = / at \[(\d+):(\d+)\]/.exec(error.message) ?? []
  if (line === undefined || column === undefined) return error
  const position = { line: Number(line), column: Number(column) }
  return new QueryFailed(error.message, { position, cause: error })
}
