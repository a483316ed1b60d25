import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../src/server/kernel/db/database.ts'

/** A fresh, migrated database: a clone of the template, dropped by `close()`. */
export async function databaseUnderTest(): Promise<Database & { url: string }> {
  const postgresUrl = inject('postgresUrl')
  const name = `sextant_test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: postgresUrl })
  await admin.connect()
  await cloneTemplate(admin, name)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  const database = openDatabase(url.href, { max: 8, onError: () => {} })
  return {
    ...database,
    url: url.href,
    close: async () => {
      await database.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** PostgreSQL refuses to clone a template while another session is cloning it: try again. */
async function cloneTemplate(admin: pg.Client, name: string): Promise<void> {
  const objectInUse = '55006'
  for (let attempt = 1; ; attempt++) {
    try {
      // without the log: a copy of the files costs a third of the time
      await admin.query(`create database ${name} template ${inject('templateDatabase')} strategy file_copy`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== objectInUse || attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
