import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectorOptions } from '../connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { realServerTrials } from '../real-server-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { db2 } from './db2-connector.ts'

const standIn = fileURLToPath(new URL('../../../test/live/ibm-db-stand-in.cjs', import.meta.url))
const options = { host: 'db2.test', port: 50_000, user: 'db2inst1', password: 'pass;word', dbname: 'SAMPLE' }
let driversFolder: string

const standOf = (change: ConnectorOptions = {}, folder: string | null = driversFolder): Stand => ({
  connector: db2,
  ground: {
    options: { ...options, ...change },
    host: { driversFolder: folder },
  } as unknown as Stand['ground'],
  backends: [],
})
const signal = () => AbortSignal.timeout(20_000)

beforeAll(async () => {
  driversFolder = await mkdtemp(join(tmpdir(), 'sextant-drivers-'))
  const folder = join(driversFolder, 'node_modules', 'ibm_db')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"name": "ibm_db", "version": "4.0.1", "main": "index.cjs"}')
  await copyFile(standIn, join(folder, 'index.cjs'))
})
afterAll(() => rm(driversFolder, { recursive: true, force: true }))

async function read(text: string) {
  const sink = recordingSink()
  await runOn(standOf(), text, sink)
  return sink
}

describe('DB2 by a stand-in of its package', () => {
  it('reads each type, and says where digits may be lost', async () => {
    const sink = await read('select ID, REGION, AMOUNT, AT, DAY, IS_PAID from SALES')
    expect(sink.names.map((name, at) => [name, sink.types[at]])).toEqual([
      ['ID', 'integer'],
      ['REGION', 'string'],
      ['AMOUNT', 'float'],
      ['AT', 'datetime'],
      ['DAY', 'date'],
      ['IS_PAID', 'boolean'],
    ])
    expect(sink.cells).toEqual([
      ['9223372036854775807', '"Süd"', '1.5', '"2024-02-29T23:59:59.999"', '"2024-02-29"', 'true'],
      ['2', 'null', 'null', 'null', 'null', 'null'],
    ])
    expect(sink.lines).toEqual([expect.stringContaining('all digits of "AMOUNT"')])
  })

  it('runs several statements, of which the last result counts', async () => {
    const sink = await read(
      'create table N (A BIGINT); insert into N values (7); -- ; a comment\nselect A from N; delete from N',
    )
    expect(sink.cells).toEqual([['7']])
  })

  it('reads long results in bounded batches', async () => {
    const sink = await read(
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) select i from n',
    )
    expect(sink.cells).toHaveLength(20_000)
    expect(Math.max(...sink.batches)).toBeLessThanOrEqual(1000)
  })

  it('lists tables with their columns, without those of the system', async () => {
    const session = await openOn(standOf())
    await session.ping(signal())
    expect(await session.tables(signal())).toEqual([
      {
        name: 'DB2INST1.SALES',
        columns: [
          { name: 'AMOUNT', type: 'DECIMAL' },
          { name: 'REGION', type: 'VARCHAR' },
        ],
      },
    ])
    await session.close()
  })

  it('ends the process of a run that is cancelled', async () => {
    const controller = new AbortController()
    const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select i from n'
    const sink = recordingSink({ keepsCells: false })
    const running = failureOf(runOn(standOf(), endless, sink, controller.signal))
    await expect.poll(() => sink.batches.length, { timeout: 20_000 }).toBeGreaterThan(2)
    controller.abort(new Cancelled())
    expect(await running).toBeInstanceOf(Cancelled)
  })

  it('shows what the server says', async () => {
    const failure = await failureOf(read('select WRONG from SALES'))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect((failure as Error).message).toMatch(/^SQL0104N {2}no such column: WRONG/)
    expect(((await failureOf(read('delete from SALES'))) as Error).message).toBe(
      'Query completed but it returned no data.',
    )
  })

  it.each([
    [{ password: 'canary' }, /^SQL30082N .*PASSWORD INVALID/],
    [{ dbname: 'OTHER' }, /^SQL1013N/],
    [{ dbname: 'SAMPLE;Security=SSL' }, /may not contain semicolons/],
    [{ password: 'a}b' }, /may not contain a closing brace/],
  ])('says what is wrong with the options (%#)', async (change, message) => {
    const failure = await failureOf(openOn(standOf(change)))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect((failure as Error).message).toMatch(message)
    expect((failure as Error).message).not.toContain('canary')
  })

  it('says that its package is missing, or cannot be loaded', async () => {
    expect(((await failureOf(openOn(standOf({}, null)))) as Error).message).toBe(
      'The package "ibm_db", which reads this type, is not installed on the server. The operator installs it into the folder of SEXTANT_DRIVERS_FOLDER.',
    )
    const folder = join(driversFolder, 'broken')
    await mkdir(join(folder, 'node_modules', 'ibm_db'), { recursive: true })
    await writeFile(join(folder, 'node_modules', 'ibm_db', 'package.json'), '{"main": "index.cjs"}')
    await writeFile(
      join(folder, 'node_modules', 'ibm_db', 'index.cjs'),
      "throw new Error('libdb2.so: cannot open')",
    )
    expect(((await failureOf(openOn(standOf({}, folder)))) as Error).message).toBe(
      'The package "ibm_db" is installed, but it cannot be loaded: libdb2.so: cannot open',
    )
  })
})

realServerTrials(db2, {
  examples: {
    types: {
      text: 'select 1 as A, 1.50 as B from SYSIBM.SYSDUMMY1',
      columns: [
        ['A', 'integer'],
        ['B', 'float'],
      ],
      cells: [['1', '1.5']],
    },
  },
  wrongText: { text: 'select WRONG from NOWHERE', message: /NOWHERE/, position: null },
  manyRows: 'with n(i) as (values 1 union all select i + 1 from n where i < 100000) select i from n',
  slow: 'select count(*) from SYSCAT.COLUMNS a, SYSCAT.COLUMNS b, SYSCAT.COLUMNS c',
})
