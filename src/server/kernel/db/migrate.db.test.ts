import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseUnderTest } from '#test/database-under-test.ts'
import { listMigrations, migrate, NewerSchema } from './migrate.ts'

const noSecrets = () => Promise.reject(new Error('Nothing has to be sealed.'))

describe('migrate', () => {
  let database: Awaited<ReturnType<typeof databaseUnderTest>>
  beforeAll(async () => {
    database = await databaseUnderTest()
  })
  afterAll(() => database.close())

  it('runs nothing on a database that is up to date, also when many start at once', async () => {
    const ran = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, noSecrets)))
    expect(ran.flat()).toEqual([])
    const rows = await database.pool.query('select name from migrations order by name')
    expect(rows.rows.map((row: { name: string }) => row.name)).toEqual(await listMigrations())
  })

  it('refuses a database that a newer Sextant has written', async () => {
    await database.pool.query("insert into migrations (name) values ('9999-future.sql')")
    await expect(migrate(database.url, noSecrets)).rejects.toThrow(NewerSchema)
  })
})
