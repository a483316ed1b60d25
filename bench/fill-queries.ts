import type pg from 'pg'

const sources = 20
const ownersCount = 200

/**
 * Creates data sources (three of four for all users), owners, and queries up to `total`: names, tags, texts of
 * realistic lengths, results for six of ten, schedules, drafts, archived ones. The sources are paused, so nothing runs.
 */
export async function fillQueries(pool: pg.Pool, total: number): Promise<void> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::integer as count from queries')
  const first = (rows[0]?.count ?? 0) + 1
  if (first === 1) await fillSources(pool)
  await pool.query(resultsOf, [first, total])
  await pool.query(queriesOf, [first, total])
  await pool.query(favoritesOf, [first, total])
  // as autovacuum eventually does
  for (const table of [
    'queries',
    'query_search',
    'query_texts',
    'query_results',
    'favorites',
    'query_counts',
  ]) {
    await pool.query(`vacuum analyze ${table}`)
  }
}

async function fillSources(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into users (org_id, name, email, api_key_hash, encrypted_api_key)
      select (select min(id) from organizations),
        (array['Ada','Ben','Chloé','Dmitri','Eve','Farid','Grace','Hiro'])[1 + n % 8] || ' '
          || (array['Adams','Baker','Clark','Davis','Evans','Fox','Green','Hill','Ito','Jones'])[1 + n % 10] || ' ' || n,
        'owner' || n || '@example.com', sha256(('owner' || n)::bytea), ''
      from generate_series(1, $1) n`,
    [ownersCount],
  )
  await pool.query(
    `insert into data_sources (org_id, name, type, encrypted_options, is_paused)
      select org_id, 'Source ' || n, type, encrypted_options, true
      from generate_series(1, $1) n, (select * from data_sources order by id limit 1) model`,
    [sources],
  )
  await pool.query(
    `insert into groups (org_id, name, permissions) select min(id), 'Finance only', '{view_query}' from organizations`,
  )
  await pool.query(
    `insert into data_source_groups (data_source_id, group_id)
      select d.id, g.id from data_sources d join groups g
        on g.name = case when d.id % 4 = 0 then 'Finance only' else 'default' end
      where d.name like 'Source %'`,
  )
}

const ids = `(select array_agg(id order by id) as sources from data_sources where name like 'Source %') s,
  (select array_agg(id order by id) as owners from users) u, (select min(id) as org from organizations) o`

const resultsOf = `
  insert into query_results
    (id, org_id, data_source_id, query_hash, query_text, columns_json, row_count, byte_count, runtime, retrieved_at)
  select n, org, sources[1 + n % cardinality(sources)], md5(n::text), 'select 1', '[]', 1, 1, random() * 60,
    now() - random() * interval '400 days'
  from generate_series($1::integer, $2::integer) n, ${ids} where n % 10 < 6`

const pick = (...words: string[]) =>
  `(array[${words.map((word) => `'${word}'`).join(',')}])[1 + floor(random() * ${words.length})::integer]`

const things = pick(
  'orders',
  'customers',
  'invoices',
  'sessions',
  'flights',
  'tickets',
  'payments',
  'refunds',
)
const dimensions = pick('country', 'region', 'plan', 'channel', 'carrier', 'month', 'team', 'product')

const queriesOf = `
  insert into queries (org_id, data_source_id, latest_result_id, name, description, query_text, query_hash,
    api_key_hash, encrypted_api_key, user_id, is_archived, is_draft, schedule, tags, created_at, updated_at)
  select org, sources[1 + n % cardinality(sources)], case when n % 10 < 6 then n end,
    initcap(${pick('daily', 'weekly', 'monthly', 'active', 'churned', 'new', 'failed', 'open', 'late', 'paid')})
      || ' ' || ${things} || ' by ' || ${dimensions} || ' ' || n,
    case when n % 3 = 0 then 'Numbers for the ' || ${pick('finance', 'growth', 'support', 'ops')} || ' meeting' end,
    'select ' || ${dimensions} || ', count(*) as total, sum(amount_' || (n % 997) || E') as revenue\\nfrom warehouse.'
      || ${things} || '_' || (n % 500) || E' as t\\njoin dim_customer_' || (n % 300)
      || E' as c on c.customer_id = t.customer_id\\nwhere t.created_at >= current_date - interval ''30 days''\\n'
      || case when n % 2 = 0 then '  and t.archived = false' else '  and t.visible' end
      || E' and t.status in (''paid'', ''open'', ''s' || n || E''')\\ngroup by 1\\norder by 2 desc\\nlimit 100',
    md5(n::text), sha256(('bench' || n)::bytea), '', owners[1 + (n * 13) % cardinality(owners)], n % 20 = 0, n % 7 = 0,
    case when n % 50 = 1 then jsonb_build_object('interval', 3600 * (1 + n % 24)) end,
    array(select distinct (array['finance','growth','support','ops','sales','weekly','kpi','board','eu','us','apac',
      'churn','pricing','legacy','team-' || (n % 40)])[1 + floor(random() * random() * 15)::integer]
      from generate_series(1, n % 4)),
    now() - n * interval '3 minutes', now() - random() * interval '100 days'
  from generate_series($1::integer, $2::integer) n, ${ids}`

/** The first user, who runs the benchmarks. */
const favoritesOf = `
  insert into favorites (user_id, object_type, object_id, created_at)
  select (select min(id) from users), 'query', id, now() - id * interval '1 minute'
  from queries where id % 300 = 7 and id between $1 and $2`
