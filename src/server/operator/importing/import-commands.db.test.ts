import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ComparedQuery } from '#server/importing/index.ts'
import type { InstanceContext } from '#server/operator/commands/command.ts'
import { commandTree } from '#server/operator/commands/command-tree.ts'
import { readCommand } from '#server/operator/commands/read-command.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import {
  type RedashDatabaseUnderTest,
  redashDatabase,
  redashSecretKey,
} from '#test/redash/redash-database.ts'
import { ownDatabaseOptions } from '#test/worker-under-test.ts'

let app: AppUnderTest
let redash: RedashDatabaseUnderTest
let folder: string
beforeAll(async () => {
  const secretKey = 'a secret key that only tests use'
  app = await appUnderTest({ setUp: false, config: { secretKey } })
  redash = await redashDatabase(26)
  folder = mkdtempSync(join(tmpdir(), 'sextant-import-'))
})
afterAll(async () => {
  await redash?.close()
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

const nothing = () => Promise.reject(new Error('No command of these looks at the schema.'))

async function sextant(words: string[], secret = redashSecretKey): Promise<string> {
  const lines: string[] = []
  const { db, pool, clock, config } = app.context
  const context: InstanceContext = {
    ...{ db, pool, config, clock, url: app.database.url },
    out: (line) => lines.push(line),
    say: () => {},
    onInstance: (work) => work(context),
    isInUse: async () => false,
    schema: { known: nothing, missing: nothing, migrate: nothing, bringUpToDate: nothing },
    readSecret: async () => secret,
  }
  const asked = readCommand(commandTree, words)
  if (asked.kind === 'help' || asked.command.on !== 'instance') throw new Error('no command on an instance')
  await asked.command.run(context, asked.given)
  return lines.join('\n')
}

const importWith = (...words: string[]) => sextant(['import', 'redash', '--database', redash.url, ...words])

const events = async () => {
  const found = app.context.db.selectFrom('events').where('action', '=', 'import')
  return await found.select(['actor_name', 'additional_properties']).execute()
}

it('refuses what contradicts itself, and a comparison before an import', async () => {
  await expect(sextant(['import', 'redash'])).rejects.toThrow('One of --database, --url is missing.')
  await expect(importWith('--compare', '--paused')).rejects.toThrow('--paused: --compare imports nothing.')
  await expect(importWith('--url', 'https://redash.example.com')).rejects.toThrow('Give one of them.')
  await expect(importWith('--key', 'k')).rejects.toThrow('--key: it belongs to --url.')
  await expect(importWith('--old-host', 'https://redash.example.com/')).rejects.toThrow('--old-host: a host')
  await expect(importWith('--report', 'x.html')).rejects.toThrow('--report: only --compare writes a page.')
  await expect(importWith('--compare')).rejects.toThrow(
    'No query of this Redash is here yet. Import it first',
  )
  await expect(sextant(['import', 'redash', '--database', redash.url], 'wrong')).rejects.toThrow(
    '--secret-key: ',
  )
})

it('says what would come, imports it, and records that', async () => {
  const trial = await importWith('--dry-run')
  expect(trial).toMatch(/^This would come\. Nothing was imported yet\.\n/)
  expect(trial).toMatch(/\nquery +9 *\n/)
  expect(trial).toMatch(/\n- data source 1 "Berths": Options that do not exist here were left out: /)
  expect(await events()).toEqual([])
  expect(await importWith('--secret-key', redashSecretKey)).toMatch(/^Imported\.\n/)
  const [event, ...others] = await events()
  expect(event).toMatchObject({
    actor_name: 'sextant command',
    additional_properties: { counts: { query: { new: 9 } } },
  })
  expect(others).toEqual([])
  expect(JSON.stringify(event)).not.toContain(redashSecretKey)
  expect(JSON.parse(await importWith('--json'))).toMatchObject({ counts: { query: { same: 9 } } })
})

describe('--compare', () => {
  const table = `create table ships (id integer, name text, tons double precision, arrived timestamp, flag text);
    create table flags (flag text);`
  const rows = `insert into ships values (1, 'Nordlys', 11200.5, '2024-02-01 08:30', 'NO'), (2, 'Ærø', null, '2024-02-03 17:05', 'DK');
    insert into flags values ('DK'), ('NO'), ('SE')`

  beforeAll(async () => {
    await app.database.pool.query(`${table}${rows}`)
    const encrypted_options = app.context.secrets.seal(ownDatabaseOptions(app))
    await app.context.db
      .updateTable('data_sources')
      .set({ encrypted_options })
      .where('name', '=', 'Berths')
      .execute()
    // a dropdown list has no values before its query has run here
    await app.database.pool.query(
      `update queries set options = replace(options, '"type":"query"', '"type":"text"') where name = 'Tons by flag'`,
    )
    // a result of the saved text with its saved values, and one of another text
    const columns = [
      { name: 'flag', type: 'string' },
      { name: 'tons', type: 'float' },
    ]
    const data = JSON.stringify({ columns, rows: [{ flag: 'NO', tons: 11200.5 }] })
    await storeResult(
      'Tons by flag',
      data,
      `select flag, sum(tons) as tons from ships where flag = 'NO' and arrived >= '2024-01-01' and arrived < '2024-12-31' group by 1`,
    )
    await storeResult(
      'A draft',
      '{"columns": [{"name": "one", "type": "integer"}], "rows": [{"one": 2}]}',
      'select 2 as one',
    )
  })

  const storeResult = (name: string, data: string, text: string) =>
    redash.client.query(
      `with stored as (
        insert into query_results (org_id, data_source_id, query_hash, query, data, runtime, retrieved_at)
        select org_id, data_source_id, 'x', $3, $2, 1, '2024-05-01' from queries where name = $1 returning id)
      update queries set latest_query_data_id = stored.id from stored where name = $1`,
      [name, data, text],
    )

  const compared = async () => {
    const found: ComparedQuery[] = JSON.parse(await importWith('--compare', '--json'))
    return Object.fromEntries(
      found.map(({ name, outcome, difference, reason, ran_their_text }) => [
        name,
        { outcome, difference, reason, ran_their_text },
      ]),
    )
  }

  it('runs each query here and finds what Redash has found', async () => {
    const found = await compared()
    expect(found['Ships of the year']).toMatchObject({ outcome: 'same', ran_their_text: false })
    expect(found['Flags']).toMatchObject({ outcome: 'same', ran_their_text: false })
    expect(found['Tons by flag']).toMatchObject({ outcome: 'same', ran_their_text: false })
    expect(found['A draft']).toMatchObject({ outcome: 'same', ran_their_text: true })
    expect(found['Old cranes']).toMatchObject({ outcome: 'skipped', reason: 'It is archived.' })
    expect(found['Water level']).toMatchObject({ reason: 'There is no connector for the type "tide_gauge".' })
    expect(found['Tons again']).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('other queries'),
    })
    expect(found['A bad schedule']).toMatchObject({ reason: 'Redash has no stored result of it.' })
    expect(await app.context.db.selectFrom('query_results').select('id').execute()).toEqual([])
  })

  it('names the first cell that differs and the reason of a failure, in a page too', async () => {
    await app.database.pool.query(`update ships set name = 'Nordlys <2>' where id = 1; drop table flags`)
    const page = join(folder, 'comparison.html')
    const lines = await importWith('--compare', '--report', page)
    expect(lines).toMatch(
      /\n- query 1 "Ships of the year": different\. Row 1, column name: "Nordlys <2>" here, "Nordlys" in Redash\./,
    )
    expect(lines).toMatch(/\n- query 2 "Flags": failed\. .*relation "flags" does not exist/)
    const html = readFileSync(page, 'utf8')
    expect(html).toContain('2 of 4 compared queries have the same result here as in Redash.')
    expect(html).toContain('Row 1, column name: &quot;Nordlys &lt;2&gt;&quot; here')
    expect(html).not.toContain('<2>')
    await expect(importWith('--compare', '--report', join(folder, 'no', 'page.html'))).rejects.toThrow(
      'cannot be written: ',
    )
  })
})
