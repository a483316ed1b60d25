import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSqlite } from './sqlite-run.ts'

describe('a table that another program alters while a statement begins', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-sqlite-run-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ['alter table t add column c default 3', 'select * from t'],
    ['alter table t rename column a to c', 'select * from t'],
    ['alter table t drop column a', 'select * from t where b = 2'],
    ['alter table t add column c default 3', 'select * from t where b > 9'],
  ])('%s: the cells of %s are those of its columns', (change, text) => {
    const path = join(folder, `${Math.random()}.sqlite`)
    const writer = new DatabaseSync(path)
    writer.exec('pragma journal_mode = wal; create table t (a, b); insert into t values (1, 2), (3, 4)')
    const reader = new DatabaseSync(path, { readOnly: true })
    const before = [...runSqlite(reader, text, []).batches].flat()
    const altered = alteringBeforeFirstStep(reader, () => writer.exec(change))
    const { columns, batches } = runSqlite(altered, text, [])
    const read = () => [...batches].flat()
    const fresh = new DatabaseSync(path, { readOnly: true })
    const after = runSqlite(fresh, text, [])
    expect(columns).toEqual(after.columns)
    const rows = read()
    expect(rows).toEqual([...after.batches].flat())
    expect(rows).toHaveLength(before.length)
    for (const row of rows) expect(row).toHaveLength(columns?.length ?? 0)
    for (const database of [writer, reader, fresh]) database.close()
  })

  it('alters nothing once the columns are known', () => {
    const path = join(folder, 'known.sqlite')
    const writer = new DatabaseSync(path)
    writer.exec('pragma journal_mode = wal; create table t (a, b); insert into t values (1, 2), (3, 4)')
    const reader = new DatabaseSync(path, { readOnly: true })
    const { columns, batches } = runSqlite(reader, 'select * from t', [])
    writer.exec('alter table t add column c default 3')
    expect(columns?.map(({ name }) => name)).toEqual(['a', 'b'])
    expect([...batches].flat()).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
    for (const database of [writer, reader]) database.close()
  })
})

/** The database, whose statements run `change` of another connection between compiling and the first step. */
function alteringBeforeFirstStep(database: DatabaseSync, change: () => void): DatabaseSync {
  const prepare = database.prepare.bind(database)
  database.prepare = (text) => {
    const statement = prepare(text)
    const iterate = statement.iterate.bind(statement)
    statement.iterate = (...values: []) => {
      change()
      return iterate(...values)
    }
    return statement
  }
  return database
}
