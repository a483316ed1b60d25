import type { Connector } from '#connectors/connector.ts'
import { findConnector } from '#connectors/registry.ts'
import type { Config, Db, Secrets } from '#server/kernel/index.ts'
import { prepareSavedRun } from '#server/runs/index.ts'
import { createSourceAccess } from '#server/worker/index.ts'
import { Refusal } from '#shared/errors/refusal.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { findOrganization } from '../bring/bring-store.ts'
import { ImportRefused } from '../import-refused.ts'
import type { Redash } from '../redash/read-redash.ts'
import type { Difference, TheirResult } from './compare-rows.ts'
import {
  type ComparedSource,
  type ImportedQuery,
  listComparedSources,
  listImportedQueries,
} from './compare-store.ts'
import { parseExactly } from './parse-exactly.ts'
import { type ComparedText, runAndCompare } from './run-here.ts'

export type ComparisonOutcome = 'same' | 'same_in_another_order' | 'different' | 'failed' | 'skipped'

export interface ComparedQuery {
  query_id: number
  redash_id: number
  name: string
  data_source: string | null
  outcome: ComparisonOutcome
  /** of `different` */
  difference?: Difference
  /** of `failed` and `skipped` */
  reason?: string
  /** when Redash ran it last */
  stored_at: string | null
  /** true: the text that Redash ran was run here too, because it is not the saved text with its saved values */
  ran_their_text: boolean
  /** how many visualizations draw this result */
  visualizations: number
}

export interface CompareNeeds {
  db: Db
  config: Config
  secrets: Secrets
  clock: () => Date
  say(line: string): void
}

/** Larger results stay out: both sides are in memory. */
const maxStoredBytes = 20_000_000
/** data sources that are queried at the same time */
const sourcesAtOnce = 4

/**
 * Runs every imported query here and compares what comes with the result that Redash has stored. Nothing is stored.
 * Throws ImportRefused before the first import.
 */
export async function compareRedash(needs: CompareNeeds, redash: Redash): Promise<ComparedQuery[]> {
  const orgId = (await findOrganization(needs.db))?.id
  const queries = orgId === undefined ? [] : await listImportedQueries(needs.db, orgId, redash.origin)
  if (orgId === undefined || queries.length === 0)
    throw new ImportRefused('No query of this Redash is here yet. Import it first, without --compare.')
  const sources = await listComparedSources(needs.db, orgId)
  const access = createSourceAccess(needs.config)
  const compared = new Map<number, ComparedQuery>()
  const compareLine = async (line: readonly ImportedQuery[]) => {
    for (const query of line) {
      const source = sources.get(query.data_source_id ?? 0) ?? null
      compared.set(query.id, await compareOne({ ...needs, access, redash, orgId }, query, source))
      needs.say(`${compared.size} of ${queries.length}: ${query.name}: ${compared.get(query.id)?.outcome}`)
    }
  }
  try {
    const lines = [...Map.groupBy(queries, (query) => query.data_source_id).values()]
    await Promise.all(
      Array.from({ length: sourcesAtOnce }, async () => {
        for (let line = lines.shift(); line !== undefined; line = lines.shift()) await compareLine(line)
      }),
    )
  } finally {
    await access.close()
  }
  return queries.flatMap(({ id }) => compared.get(id) ?? [])
}

interface Comparing extends CompareNeeds {
  access: ReturnType<typeof createSourceAccess>
  redash: Redash
  orgId: number
}

async function compareOne(
  comparing: Comparing,
  query: ImportedQuery,
  source: ComparedSource | null,
): Promise<ComparedQuery> {
  const facts = {
    ...{ query_id: query.id, redash_id: query.their_id, name: query.name, data_source: source?.name ?? null },
    ...{ stored_at: null, ran_their_text: false, visualizations: query.visualizations },
  }
  if (query.is_archived) return { ...facts, outcome: 'skipped', reason: 'It is archived.' }
  if (source === null) return { ...facts, outcome: 'skipped', reason: 'It has no data source.' }
  const connector = findConnector(source.type)
  if (connector === undefined)
    return { ...facts, outcome: 'skipped', reason: `There is no connector for the type "${source.type}".` }
  if (connector.readsQueries === true)
    return {
      ...facts,
      outcome: 'skipped',
      reason: 'It reads results of other queries, which are compared themselves.',
    }
  const stored = await comparing.redash.result(query.their_id, maxStoredBytes)
  if (stored === null) return { ...facts, outcome: 'skipped', reason: 'Redash has no stored result of it.' }
  const known = { ...facts, stored_at: stored.retrieved_at.toISOString() }
  if (stored.data === null)
    return {
      ...known,
      outcome: 'skipped',
      reason: `The stored result has ${stored.bytes} bytes; at most ${maxStoredBytes} are compared.`,
    }
  const theirs = readTheirs(stored.data)
  if (theirs === null) return { ...known, outcome: 'skipped', reason: 'The stored result cannot be read.' }
  const own = await ownText(comparing, query, source.type)
  const isOwn = own !== null && squeezed(own.text) === squeezed(stored.query)
  const ran = { ...known, ran_their_text: !isOwn }
  try {
    const verdict = await run(
      comparing,
      connector,
      source,
      isOwn ? own : { text: stored.query, values: [] },
      theirs,
    )
    return { ...ran, ...verdict }
  } catch (error) {
    return { ...ran, outcome: 'failed', reason: (error as Error).message }
  }
}

function run(
  { access, secrets, config }: Comparing,
  connector: Connector,
  source: ComparedSource,
  text: ComparedText,
  theirs: TheirResult,
) {
  const seconds = source.max_seconds ?? config.maxSeconds
  return runAndCompare({ access, secrets, seconds }, { connector, source }, text, theirs)
}

/** What a run of the saved query sends; null: its saved values are not valid. */
async function ownText(
  { db, clock, orgId }: Comparing,
  query: ImportedQuery,
  sourceType: string,
): Promise<ComparedText | null> {
  try {
    const options: Record<string, unknown> = JSON.parse(query.options)
    const saved = { org_id: orgId, query_text: query.query_text, options }
    const prepared = await prepareSavedRun({ db, clock, asker: 'sextant import' }, saved, sourceType)
    const values: BoundValue[] = typeof prepared.bound === 'string' ? JSON.parse(prepared.bound) : []
    return { text: prepared.query_text ?? '', values }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Blanks, and a semicolon at the end, do not make another text. */
const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().replace(/;$/, '').trim()

function readTheirs(text: string): TheirResult | null {
  try {
    const read = parseExactly(text) as Partial<TheirResult>
    return Array.isArray(read.columns) && Array.isArray(read.rows) ? (read as TheirResult) : null
  } catch {
    return null
  }
}
