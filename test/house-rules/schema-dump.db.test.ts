import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpSchema } from '#server/kernel/db/dump-schema.ts'
import { databaseUnderTest } from '#test/database-under-test.ts'

describe('migrations/schema.sql', () => {
  let database: Awaited<ReturnType<typeof databaseUnderTest>>
  beforeAll(async () => {
    database = await databaseUnderTest()
  })
  afterAll(() => database.close())

  it('is the schema after all migrations', async () => {
    const written = await readFile(new URL('../../migrations/schema.sql', import.meta.url), 'utf8')
    expect(written, 'run: node bin/sextant.mjs schema-dump > migrations/schema.sql').toBe(
      await dumpSchema(database.url),
    )
  })

  it('changes when a column, a default, a constraint or an index does', async () => {
    let before = await dumpSchema(database.url)
    for (const change of [
      'alter table users add column nickname text',
      "alter table users alter column nickname set default 'x'",
      'alter table users alter column nickname set not null',
      'alter table users add constraint nickname_short check (length(nickname) < 10)',
      'create index users_nickname on users (nickname)',
      'create sequence spare_numbers',
    ]) {
      await database.pool.query(change)
      const after = await dumpSchema(database.url)
      expect(after, change).not.toBe(before)
      before = after
    }
  })
})
