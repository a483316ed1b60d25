import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { importRedash } from '../../index.ts'
import { readMetabase } from './read-metabase.ts'

const exported = new URL('../../../../../test/metabase-export', import.meta.url).pathname

let app: AppUnderTest
let folder: string
beforeAll(async () => {
  app = await appUnderTest()
  folder = mkdtempSync(join(tmpdir(), 'sextant-metabase-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app?.close()
})

const bring = (dryRun = false) =>
  importRedash({ ...app.context, say: () => {} }, readMetabase(exported), {
    ...{ dryRun, overwrite: false, paused: false },
  })

const named = async (table: 'queries' | 'dashboards', name: string) =>
  await app.context.db.selectFrom(table).where('name', '=', name).select('id').executeTakeFirstOrThrow()

it('brings SQL questions and dashboards of an export, and lists the rest', async () => {
  const trial = await bring(true)
  const { counts, notes } = await bring()
  expect(counts).toEqual(trial.counts)
  expect(counts).toEqual({
    ...{ data_source: { new: 1 }, query: { new: 3 }, visualization: { new: 5 } },
    ...{ dashboard: { new: 1 }, widget: { new: 5 } },
  })
  expect(notes.map(({ kind, name, text }) => `${kind} ${name}: ${text}`)).toEqual([
    'question Built without SQL: It is built without SQL, so it did not come: convert it to SQL in Metabase, and export again.',
    'query How many: Its text needs a change before it runs: {{flag}} (dimension), an optional part in [[ ]].',
    'visualization Where they are: Its display "map" came as a table.',
    'data_source Atlas: The export does not describe this database: choose a data source for its queries.',
    'dashboard Harbour today: Its filters did not come: parameters of queries are shown on each widget.',
    'dashboard Harbour today: A question on it did not come.',
    'dashboard Harbour today: A card of the kind "iframe" did not come.',
    'not_given : Users, permissions and passwords are not in an export. The first admin owns what comes.',
    'data_source Berths: Its secrets are not given: enter password.',
    'query Where they are: Its data source did not come: choose one before it runs again.',
  ])

  const admin = app.withKey(app.admin.api_key)
  const tons = (await admin.get(`/api/queries/${(await named('queries', 'Tons by flag')).id}`)).json()
  expect(tons).toMatchObject({
    query: 'select flag, sum(tons) as tons from ships where tons > 10000 and built > {{since}} group by 1',
    description: 'All ships of a year',
    tags: ['Harbour', 'Ships'],
    options: { parameters: [{ name: 'since', title: 'Built after', type: 'date', value: '2001-01-01' }] },
    visualizations: expect.arrayContaining([
      expect.objectContaining({
        type: 'CHART',
        options: expect.objectContaining({
          globalSeriesType: 'column',
          columnMapping: { flag: 'x', tons: 'y' },
          series: { stacking: 'stack' },
        }),
      }),
    ]),
  })
  const source = (await admin.get(`/api/data_sources/${tons.data_source_id}`)).json()
  expect(source).toMatchObject({
    ...{ type: 'pg', paused: 1, pause_reason: 'Imported without its secrets: enter password.' },
    options: { host: 'berths.example.com', port: 5433, dbname: 'berths', user: 'harbour' },
  })
  const board = (await admin.get(`/api/dashboards/${(await named('dashboards', 'Harbour today')).id}`)).json()
  const widgets: { text: string; visualization?: { name: string }; options: { position: object } }[] =
    board.widgets
  expect(
    widgets.map(({ text, visualization, options }) => [visualization?.name ?? text, options.position]),
  ).toEqual(
    expect.arrayContaining([
      ['## Numbers', expect.objectContaining({ col: 0, row: 0, sizeX: 6, sizeY: 1 })],
      ['How many', expect.objectContaining({ col: 0, row: 1, sizeX: 2, sizeY: 3 })],
      ['Tons by flag', expect.objectContaining({ col: 2, row: 1, sizeX: 4, sizeY: 7 })],
      ['## Words', expect.objectContaining({ col: 0, row: 11, sizeX: 6, sizeY: 1 })],
      ['Ask *Ben*.', expect.objectContaining({ col: 0, row: 12, sizeX: 6, sizeY: 2 })],
    ]),
  )

  const again = await bring()
  for (const { same, left_out, ...others } of Object.values(again.counts)) expect(others).toEqual({})
})

describe('refuses, with place and remedy,', () => {
  const only = (text: string) => {
    const file = join(folder, 'one.yaml')
    writeFileSync(file, text)
    return () => readMetabase(folder)
  }

  it('what is no export', () => {
    expect(only('name: x')).toThrow(/this is no export of Metabase: .*Unpack the export first/)
    expect(() => readMetabase(join(folder, 'none'))).toThrow(/none cannot be read: /)
  })

  it('YAML that is broken, endless or too deep', () => {
    expect(only('a: [1')).toThrow(/^one\.yaml: This is not the YAML of an export: /)
    const laughs = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]`)
    expect(only(`a0: &a0 [x]\n${laughs.join('\n')}`)).toThrow(/^one\.yaml: .*Excessive alias/)
    expect(only(`a: ${'['.repeat(200)}${']'.repeat(200)}`)).toThrow(/^one\.yaml: .*nested more than 100 deep/)
    expect(only('x'.repeat(5_000_001))).toThrow(/^one\.yaml: The file has more than 5000000 bytes\./)
  })

  it('nothing behind a link', () => {
    rmSync(join(folder, 'one.yaml'))
    symlinkSync(exported, join(folder, 'link'))
    expect(() => readMetabase(folder)).toThrow('this is no export of Metabase')
  })
})
