import type pg from 'pg'

/**
 * Creates dashboards up to `total`, each with ten widgets of queries from fillQueries and one text box: with names,
 * tags, drafts and archived ones, on data sources of several groups.
 */
export async function fillDashboards(pool: pg.Pool, total: number): Promise<void> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::integer as count from dashboards')
  const first = (rows[0]?.count ?? 0) + 1
  if (first === 1) {
    await pool.query(`insert into visualizations (query_id, type, name)
      select id, 'TABLE', 'Table' from queries where id not in (select query_id from visualizations)`)
  }
  await pool.query(dashboardsOf, [first, total])
  await pool.query(widgetsOf, [first, total])
  await pool.query(
    `insert into favorites (user_id, object_type, object_id)
      select (select min(id) from users), 'dashboard', id from dashboards
      where slug like 'bench-%' and id % 100 = 7 on conflict do nothing`,
  )
  // as autovacuum eventually does
  for (const table of ['dashboards', 'dashboard_search', 'widgets', 'visualizations', 'favorites']) {
    await pool.query(`vacuum analyze ${table}`)
  }
}

const dashboardsOf = `
  insert into dashboards (org_id, slug, name, user_id, is_draft, is_archived, tags, options, created_at, updated_at)
  select (select min(id) from organizations), 'bench-' || n,
    (array['Sales','Support','Growth','Finance','Operations'])[1 + n % 5] || ' '
      || (array['overview','by country','this week','board pack'])[1 + (n / 5) % 4] || ' ' || n,
    owners[1 + (n * 13) % cardinality(owners)], n % 7 = 0, n % 20 = 0,
    (array['finance','growth','support','ops','weekly','kpi'])[1 + n % 6 : 1 + n % 6 + n % 3],
    '{"globalParamOrder": []}', now() - n * interval '10 minutes', now() - random() * interval '100 days'
  from generate_series($1::integer, $2::integer) n, (select array_agg(id order by id) as owners from users) u`

const widgetsOf = `
  insert into widgets (dashboard_id, visualization_id, text, width, options)
  select d.id, case when k > 0 then shown[1 + (d.id * 7 + k * 31) % cardinality(shown)] end,
    case when k = 0 then '# Notes' end, 1,
    json_build_object('position', json_build_object('col', 0, 'row', k * 3, 'sizeX', 3, 'sizeY', 3))::text
  from dashboards d cross join generate_series(0, 10) k,
    (select array_agg(id order by id) as shown from visualizations) v
  where d.slug in (select 'bench-' || n from generate_series($1::integer, $2::integer) n)`
