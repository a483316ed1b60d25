import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { planUpgrade, workOfMigration } from './upgrade-plan.ts'

const migration = (name: string) => ({
  name,
  sql: readFileSync(new URL(`../../../../migrations/${name}`, import.meta.url), 'utf8'),
})
const sizes = (bytes: number) =>
  new Map(['jobs', 'users', 'queries', 'dashboard_tokens'].map((name) => [name, { rows: 1234.4, bytes }]))

describe('what a migration does to the rows of tables', () => {
  it.each([
    ['update jobs set a = 1; -- update users\nupdate jobs set b = 2', ['rewrites jobs']],
    ['create unique index\n  a on users (lower(email)) where true', ['indexes users']],
    ['alter table jobs add column a integer not null default 0, add column b text', []],
    ['alter table users drop column a', []],
    ['alter table jobs drop constraint c;\nalter table jobs add constraint c check (a > 0);', ['reads jobs']],
    ['alter table users alter column a type text', ['rewrites users']],
    ['insert into job_askers (job_id) select id from jobs', ['reads jobs']],
    ['create function f() returns trigger language plpgsql as $$ begin update users set a = 1; end $$', []],
    ['CREATE TABLE t (id integer)', []],
  ])('%j', (sql, works) => {
    expect(workOfMigration(sql).map(({ work, table }) => `${work} ${table}`)).toEqual(works)
  })
})

describe('planUpgrade', () => {
  it('tells for each missing migration its purpose, the tables that exist, and a duration', () => {
    const [askers, progress, total] = planUpgrade(
      [migration('0018-askers.sql'), migration('0029-run-progress.sql')],
      sizes(50_000),
    )
    expect(askers).toMatchObject({ check: '0018-askers', state: 'ok' })
    expect(askers?.found).toMatch(
      /^People are served in turn, .* It rewrites jobs \(about 1234 rows, .*\), indexes jobs .* Less than a second\.$/,
    )
    // a table that the migration itself makes has no rows yet
    expect(askers?.found).not.toContain('job_askers')
    expect(progress?.found).toMatch(/ No rows are touched\. Less than a second\.$/)
    expect(total).toMatchObject({ check: 'upgrade', state: 'warning' })
    expect(total?.found).toBe('2 migrations will run. Less than a second in all.')
  })

  it('warns of long ones', () => {
    const [keys] = planUpgrade([migration('0020-keys-at-rest.sql')], sizes(2e9))
    expect(keys).toMatchObject({ state: 'warning', advice: expect.stringContaining('quiet hour') })
    expect(keys?.found).toMatch(/rewrites users .* About \d+ minutes\.$/)
  })

  it('has nothing to do on a database of this version', () => {
    expect(planUpgrade([], sizes(1))).toMatchObject([{ check: 'upgrade', state: 'ok' }])
  })
})
