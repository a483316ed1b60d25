import type pg from 'pg'

/** A table of `count` rows x 10 mixed columns, about 200 bytes of JSON text per row. */
export async function createBenchRows(pool: pg.Pool, name: string, count: number): Promise<void> {
  await pool.query(`
    create unlogged table ${name} as
    select
      i::integer as id,
      'customer ' || (i * 7919 % 50000) as customer,
      timestamptz '2020-01-01' + (i * 37 % 189000000) * interval '1 second' as created_at,
      ((i * 7907 % 10000000)::numeric / 100)::numeric(12, 2) as amount,
      (i % 100)::integer as quantity,
      (i % 1000) / 7.0::float8 as ratio,
      i % 3 = 0 as is_active,
      'user' || i || '@example.com' as email,
      md5(i::text) as note,
      date '2020-01-01' + (i % 2000)::integer as day
    from generate_series(1::bigint, ${count}) i`)
  await pool.query(`vacuum analyze ${name}`)
}
