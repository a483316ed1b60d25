import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { deriveSecrets, hashKey } from '../net/secrets.ts'
import { dumpSchema } from './dump-schema.ts'
import { listMigrations, migrate } from './migrate.ts'

const written = readFileSync(new URL('../../../../migrations/schema.sql', import.meta.url), 'utf8')
const secrets = async () => deriveSecrets('k3Jd9fLq2XzP7vTn5RbW8yHs4MgC6uEa')

/** What people store, as soon as there is a table for it: after which migration, and how. */
const contents: Readonly<Record<string, string>> = {
  '0001-foundation.sql': `
    insert into organizations (name, slug, settings) values ('Engines', 'default', '{"date_format": "YYYY"}');
    insert into groups (org_id, type, name, permissions) values (1, 'builtin', 'admin', '{admin}');
    insert into users (org_id, name, email, api_key) values (1, 'Ada', 'ada@example.com', 'key-of-ada');
    insert into group_members values (1, 1);
    insert into data_sources (org_id, name, type, encrypted_options) values (1, 'Mill', 'pg', '\\x01');
    insert into data_source_groups values (1, 1);
    insert into query_results (id, org_id, data_source_id, query_hash, query_text, columns_json, row_count, byte_count, runtime)
      values (nextval('query_results_id_seq'), 1, 1, 'abc', 'select 1', '[]', 1, 2, 0.5);
    insert into query_result_chunks values (1, 0, 0, 1, 2, '\\xfeed');
    insert into queries (org_id, data_source_id, latest_result_id, name, query_text, query_hash, api_key, user_id, is_draft, tags)
      select 1, 1, 1, 'Cards ' || n, 'select ' || n, 'abc', 'key-of-query-' || n, 1, false, '{looms}' from generate_series(1, 50) n;
    insert into visualizations (query_id, type, name, options) values (1, 'CHART', 'Line', '{"z": 1, "a": 2}');
    insert into favorites values (1, 'query', 1);
    insert into access_grants (object_type, object_id, access_type, grantor_id, grantee_id) values ('query', 1, 'modify', 1, 1);
    insert into jobs (id, org_id, kind, data_source_id, user_id, actor_name, query_text, query_hash)
      values (gen_random_uuid(), 1, 'query', 1, 1, 'ada@example.com', 'select 1', 'abc');`,
  '0002-queries-complete.sql': `
    insert into query_snippets (org_id, trigger, user_id, snippet) values (1, 'sel', 1, 'select');
    insert into dashboards (org_id, slug, name, user_id, is_draft) values (1, 'looms', 'Looms', 1, false);
    insert into widgets (dashboard_id, visualization_id, width) values (1, 1, 3);
    insert into widgets (dashboard_id, text, width) values (1, 'A note', 3);
    insert into alerts (name, query_id, user_id) values ('Too few', 1, 1);`,
}

/** The same, read with the newest schema. */
const contentsQuery = `
  select jsonb_build_object(
    'settings', (select settings -> 'date_format' from organizations),
    'users', (select jsonb_agg(array[name, email, encode(api_key_hash, 'hex')]) from users),
    'queries', (select count(*) from queries where 'looms' = any (tags) and not is_draft),
    'found', (select count(*) from query_search),
    'key', (select encode(api_key_hash, 'hex') from queries where id = 50),
    'result', (select encode(frame, 'hex') from queries join query_result_chunks on result_id = latest_result_id where id = 50),
    'options', (select options from visualizations),
    'job', (select jsonb_agg(array[status, asker]) from jobs),
    'shared', (select count(*) from access_grants)) as contents`
const widgetsQuery = `
  select array(select coalesce(text, data_source_id::text) from widgets order by id) as widgets,
    (select data_source_ids from dashboard_search) as sources, (select count(*)::integer from alerts) as alerts`

const admin = new pg.Client({ connectionString: inject('postgresUrl') })
const prefix = `sextant_upgrade_${randomBytes(5).toString('hex')}`
const urlOf = (name: string) => {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}
async function ask<T>(name: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: urlOf(name) })
  await client.connect()
  try {
    return (await client.query(sql)).rows as T[]
  } finally {
    await client.end()
  }
}

describe('an instance of each earlier schema', { timeout: 120_000 }, async () => {
  const migrations = await listMigrations()
  const older = `${prefix}_older`
  const newer = `${prefix}_newer`
  beforeAll(async () => {
    await admin.connect()
    await admin.query(`create database ${older}`)
  })
  afterAll(async () => {
    for (const name of [older, newer]) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  })

  it.each(migrations)('keeps everything that is stored when it is upgraded from %s', async (name) => {
    expect(await migrate(urlOf(older), secrets, name)).toEqual([name])
    if (contents[name] !== undefined) await ask(older, contents[name])
    await admin.query(`create database ${newer} template ${older}`)
    try {
      const ran = await migrate(urlOf(newer), secrets)
      expect(ran).toEqual(migrations.slice(migrations.indexOf(name) + 1))
      expect(await dumpSchema(urlOf(newer))).toBe(written)
      const key = hashKey('key-of-ada').toString('hex')
      const [read] = await ask<{ contents: unknown }>(newer, contentsQuery)
      expect(read?.contents).toEqual({
        ...{ settings: 'YYYY', users: [['Ada', 'ada@example.com', key]], queries: 50, found: 50 },
        ...{ key: hashKey('key-of-query-50').toString('hex'), result: 'feed', options: '{"z": 1, "a": 2}' },
        ...{ job: [['queued', 'user 1']], shared: 1 },
      })
      if (name !== migrations[0])
        expect(await ask(newer, widgetsQuery)).toEqual([
          { widgets: ['1', 'A note'], sources: [1], alerts: 1 },
        ])
    } finally {
      await admin.query(`drop database ${newer} with (force)`)
    }
  })
})
