import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { SearchPart } from '#shared/queries/search-parts.ts'

export const queryOrders = [
  'name',
  'created_at',
  'schedule',
  'runtime',
  'executed_at',
  'created_by',
  'starred_at',
] as const
type QueryOrder = (typeof queryOrders)[number]

export interface QueryListRequest {
  list: 'all' | 'my' | 'archive' | 'favorites'
  orgId: number
  viewerId: number
  /**
   * data sources of the viewer's groups: lists show only these, also to admins
   * (docs/reference/api-access.md#what-lists-show)
   */
  sourceIds: readonly number[]
  search: QuerySearch | null
  /** id of the author; null: anyone's */
  authorId: number | null
  /** a query must have all of them */
  tags: readonly string[]
  /** `relevance` and `id` are only for searches */
  order: QueryOrder | 'relevance' | 'id'
  descending: boolean
  limit: number
  offset: number
}

export type QuerySearch =
  | { kind: 'words'; tsquery: string }
  | { kind: 'parts'; parts: readonly SearchPart[] }
  /** words that names are similar to, in lower case */
  | { kind: 'similar'; words: readonly string[] }

interface Found {
  count: number
  ids: number[]
}

type Sql = RawBuilder<unknown>

/**
 * Max matches ranked by relevance: first those with the words in their names, then the newest. The others follow in
 * that order. Ranking reads the whole document of each match, which is too slow for 50,000.
 */
const maxRanked = 1000

/**
 * Ids of one page and the total number; NULLs come last in both directions. Reads only indexes and `query_search`;
 * listQueriesById reads the whole rows of the page.
 */
export async function findQueryPage(db: Db, request: QueryListRequest): Promise<Found> {
  if (request.sourceIds.length === 0) return { count: 0, ids: [] }
  if (request.search?.kind === 'similar') return await findSimilarPage(db, request, request.search.words)
  const [count, { rows }] = await Promise.all([
    countListed(db, request),
    sql<{
      id: number
    }>`${pageOf(request)}`.execute(db),
  ])
  return { count, ids: rows.map((row) => row.id) }
}

function pageOf(request: QueryListRequest): Sql {
  return request.order === 'relevance' ? rankedPage(request) : orderedPage(request)
}

/**
 * `%>` uses the index of similar names, with a threshold that only a setting of the session can tell. One after the other,
 * because a transaction has one connection.
 */
async function findSimilarPage(db: Db, request: QueryListRequest, words: readonly string[]): Promise<Found> {
  return await db.transaction().execute(async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(thresholdOf(words))}, true)`.execute(
      tx,
    )
    if (request.order === 'relevance') return await mostSimilar(tx, request, words)
    const count = await countListed(tx, request)
    const { rows } = await sql<{ id: number }>`${orderedPage(request)}`.execute(tx)
    return { count, ids: rows.map((row) => row.id) }
  })
}

async function countListed(db: Db, request: QueryListRequest): Promise<number> {
  const { list, search, tags, authorId } = request
  const { from, where } = rowsOf(request)
  const counting =
    list === 'all' && search === null && authorId === null && tags.length <= 1 && tags[0] !== ''
      ? sql<{ count: number }>`select coalesce(sum(count), 0)::integer as count from query_counts
          where data_source_id = any(${sourcesOf(request)}) and tag = ${tags[0] ?? ''}`
      : sql<{ count: number }>`select count(*)::integer as count from ${from} where ${where}`
  const { rows } = await counting.execute(db)
  return rows[0]?.count ?? 0
}

/** The source of a list's rows, as `l`: `queries` along its indexes, or `query_search` if there are conditions. */
interface Rows {
  from: Sql
  where: Sql
  /** the sort key of `order=name` */
  name: Sql
}

function rowsOf(request: QueryListRequest): Rows {
  const { list, search, tags, viewerId } = request
  const own = sql`l.user_id = ${viewerId}`
  const wanted: Sql[] = [
    sql`l.org_id = ${request.orgId}`,
    sql`l.is_archived = ${sql.lit(list === 'archive')}`,
    sql`l.data_source_id = any(${sourcesOf(request)})`,
  ]
  if (list === 'my') wanted.push(own)
  if (request.authorId !== null) wanted.push(sql`l.user_id = ${request.authorId}`)
  if (list === 'archive') wanted.push(sql`(not l.is_draft or ${own})`)
  const starred = list === 'favorites' ? sql`join ${starOf(request)}` : sql``
  if (search === null && tags.length === 0) {
    return { from: sql`queries l ${starred}`, where: sql.join(wanted, sql` and `), name: sql`lower(l.name)` }
  }
  return {
    from: sql`query_search l ${starred}`,
    where: sql.join([...wanted, ...conditions(request)], sql` and `),
    name: sql`l.folded_name`,
  }
}

/**
 * The id breaks ties, so that no row is on two pages. Orders without NULLs do not specify their position: PostgreSQL
 * would not recognize the index for them.
 */
function orderedPage(request: QueryListRequest): Sql {
  const { from, where, by } = orderOf(request)
  const direction = request.descending ? sql`desc` : sql`asc`
  const nulls = withNulls.has(request.order) ? sql`nulls last` : sql``
  return sql`select l.id from ${from} where ${where}
    order by ${by} ${direction} ${nulls}, l.id ${direction} limit ${request.limit} offset ${request.offset}`
}

const withNulls: ReadonlySet<QueryListRequest['order']> = new Set([
  'schedule',
  'runtime',
  'executed_at',
  'starred_at',
])

function orderOf(request: QueryListRequest): Pick<Rows, 'from' | 'where'> & { by: Sql } {
  const rows = rowsOf(request)
  const { from, where } = rows
  switch (request.order) {
    case 'name':
      return { from, where, by: rows.name }
    case 'created_at':
      return { from, where, by: sql`l.created_at` }
    case 'schedule':
      return { from, where, by: sql`l.schedule_interval` }
    case 'runtime':
      return { ...withResults(request, rows), by: sql`l.latest_runtime` }
    case 'executed_at':
      return { ...withResults(request, rows), by: sql`l.latest_retrieved_at` }
    case 'created_by':
      return { from: sql`${from} join users u on u.id = l.user_id`, where, by: sql`u.name` }
    case 'starred_at': {
      const joined = request.list === 'favorites' ? from : sql`${from} left join ${starOf(request)}`
      return { from: joined, where, by: sql`star.created_at` }
    }
    default:
      return { from, where, by: sql`l.id` }
  }
}

/**
 * Facts of results are in `queries`. `offset 0` keeps PostgreSQL from walking one of its indexes and checking the match
 * for each row: a term that matches few rows would be checked in all.
 */
function withResults(request: QueryListRequest, { from, where }: Rows): Pick<Rows, 'from' | 'where'> {
  if (request.search === null && request.tags.length === 0) return { from, where }
  return {
    from: sql`(select l.id from ${from} where ${where} offset 0) matches join queries l on l.id = matches.id`,
    where: sql`true`,
  }
}

function rankedPage(request: QueryListRequest): Sql {
  const { limit, offset, search } = request
  const { from, where } = rowsOf(request)
  const tsquery = sql`to_tsquery('simple', ${search?.kind === 'words' ? search.tsquery : ''})`
  const inTurn = sql`select l.id from ${from} where ${where} order by l.name_words @@ ${tsquery} desc, l.id desc`
  if (offset >= maxRanked) return sql`${inTurn} limit ${limit} offset ${offset}`
  const ranked = sql`
    select l.id from query_search l join (${inTurn} limit ${maxRanked}) best on best.id = l.id
    order by ts_rank_cd(l.document, ${tsquery}) desc, l.id desc limit ${limit} offset ${offset}`
  // a page across the end of the ranked matches
  const missing = offset + limit - maxRanked
  if (missing <= 0) return ranked
  return sql`select id from (${ranked}) ranked
    union all select id from (${inTurn} limit ${missing} offset ${maxRanked}) others`
}

/**
 * Page and number of all matches. `%>` has compared each match already, but keeps its number to itself: only some are
 * compared again to be ranked, first those that begin like one of the words, because few people mistype a beginning.
 */
async function mostSimilar(db: Db, request: QueryListRequest, words: readonly string[]): Promise<Found> {
  const { from, where } = rowsOf(request)
  const likeness = sql.join(words.map(similarityTo), sql` + `)
  const beginning = sql.join(words.map(beginsLike), sql` + `)
  const { rows } = await sql<Found>`
    with matches as materialized (select l.id, l.folded_name, ${beginning} as beginning from ${from} where ${where}),
    ranked as (select l.id, ${likeness} as likeness
      from (select * from matches order by beginning desc, id desc limit ${maxRanked}) l)
    select (select count(*)::integer from matches) as count, array(
      select id from matches left join ranked using (id)
      order by likeness desc nulls last, beginning desc, id desc limit ${request.limit} offset ${request.offset}
    ) as ids`.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

const beginsLike = (word: string): Sql => sql`(strpos(l.folded_name, ${word.slice(0, 2)}) > 0)::integer`

const similarityTo = (word: string): Sql => sql`word_similarity(${word}, l.folded_name)`

/** How much of a mistyped word must be in a name: two swapped letters change most of its trigrams. */
const likenessOf = (word: string): number => (word.length <= 5 ? 0.25 : 0.3)

/** What the index tells: every match of these words is at least as alike. */
const thresholdOf = (words: readonly string[]): number => Math.min(...words.map(likenessOf))

/** Whether the database can tell similar words (migrations/0025-similar-names.sql). */
export async function knowsSimilarWords(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'pg_trgm'`.execute(db)
  return rows.length > 0
}

const sourcesOf = ({ sourceIds }: QueryListRequest): Sql => sql`${sql.val([...sourceIds])}::integer[]`

const starOf = ({ viewerId }: QueryListRequest): Sql =>
  sql`favorites star on star.object_id = l.id and star.object_type = 'query' and star.user_id = ${viewerId}`

function conditions({ search, tags }: QueryListRequest): Sql[] {
  const wanted: Sql[] = []
  if (tags.length > 0) wanted.push(sql`l.tags @> ${sql.val([...tags])}::text[]`)
  if (search?.kind === 'words') wanted.push(sql`l.document @@ to_tsquery('simple', ${search.tsquery})`)
  if (search?.kind === 'similar') {
    const threshold = thresholdOf(search.words)
    for (const word of search.words) {
      wanted.push(sql`l.folded_name %> ${word}`)
      const likeness = likenessOf(word)
      if (likeness > threshold) wanted.push(sql`${similarityTo(word)} >= ${sql.lit(likeness)}`)
    }
  }
  if (search?.kind === 'parts') wanted.push(...search.parts.map(partCondition))
  return wanted
}

function partCondition(part: SearchPart): Sql {
  switch (part.field) {
    case 'id':
      return sql`l.id = ${part.id}`
    case 'name':
      return sql`l.folded_name like lower(${part.pattern})`
    case 'description':
      return sql`l.folded_description like lower(${part.pattern})`
    case 'query':
      return sql`l.id in (select id from query_texts where folded_text like lower(${part.pattern}))`
    case 'name_or_description':
      return sql`(l.folded_name like lower(${part.pattern}) or l.folded_description like lower(${part.pattern}))`
  }
}

/** Ids of the viewer's own unarchived queries, most recently changed first. */
export async function findRecentQueries(
  db: Db,
  viewerId: number,
  sourceIds: readonly number[],
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('queries')
    .where('user_id', '=', viewerId)
    .where('is_archived', '=', false)
    .where(sql<boolean>`data_source_id = any(${sql.val([...sourceIds])}::integer[])`)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}
