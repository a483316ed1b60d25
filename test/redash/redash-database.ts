import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { inject } from 'vitest'

/** The REDASH_SECRET_KEY of these databases. */
export const redashSecretKey = 'secret-key-of-the-fixture'

export interface RedashDatabaseUnderTest {
  url: string
  client: pg.Client
  close(): Promise<void>
}

/** A database that a Redash of this version has made (README.md), on the PostgreSQL of the tests. */
export async function redashDatabase(version: 8 | 10 | 26): Promise<RedashDatabaseUnderTest> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `redash_test_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(readFileSync(new URL(`redash-${version}.sql`, import.meta.url), 'utf8'))
  await client.query('reset all')
  return {
    ...{ url: url.href, client },
    async close() {
      await client.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
