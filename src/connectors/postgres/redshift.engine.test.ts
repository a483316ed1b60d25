import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { startRedshift } from '#test/live/redshift-database.ts'
import type { ConnectorHost } from '../connector.ts'
import { connectorSuite } from '../connector-suite.ts'
import type { Example } from '../connector-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { postgresTrials } from './postgres-trials.ts'
import { redshift } from './redshift-connector.ts'

const escaped = ({ text, ...example }: Example): Example => ({
  ...example,
  text: text.replaceAll('\\', '\\\\'),
})
const listed = (postgresTrials.schema ?? []).filter(({ name }) => name !== 'people_seen')

connectorSuite(
  redshift,
  {
    ...postgresTrials,
    types: escaped(postgresTrials.types),
    unicode: {
      ...postgresTrials.unicode,
      text: postgresTrials.unicode.text.replace("'\\u0000 stays text'", "'\\\\u0000 stays text'"),
    },
    schema: [
      ...listed.map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => ({
          name: column.name,
          type: column.name === 'tags' ? 'ARRAY' : (column.type ?? ''),
        })),
      })),
      { name: 'spectrum.clicks', columns: [{ name: 'day', type: 'date', description: 'of the visit' }] },
    ],
  },
  startRedshift,
)

describe('Redshift in particular', () => {
  let database: Awaited<ReturnType<typeof startRedshift>>
  beforeAll(async () => {
    database = await startRedshift()
  })
  afterAll(() => database.stop())

  const read = async (text: string, isScheduled: boolean, values: readonly BoundValue[] = []) => {
    const host: ConnectorHost = {
      fileFolders: [],
      fetch: () => Promise.reject(new Error('no HTTP')),
      fetchServer: () => Promise.reject(new Error('no HTTP')),
      reportBackend: () => {},
      engineMemoryMb: 0,
      isScheduled,
    }
    const groups = { adhoc_query_group: "o'hare \\ co", scheduled_query_group: 'nightly' }
    const session = await redshift.open({ ...database.options, ...groups }, host, AbortSignal.timeout(20_000))
    const sink = recordingSink()
    try {
      await session.run(text, sink, AbortSignal.timeout(20_000), values)
    } finally {
      await session.close()
    }
    return sink.cells
  }

  it('runs in the query group of its kind, which no name escapes from', async () => {
    const text = "select current_setting('sextant.qgr')"
    expect(await read(text, true)).toEqual([['"nightly"']])
    expect(await read(text, false)).toEqual([[JSON.stringify("o'hare \\ co")]])
  })

  it('reads backslashes as escapes, and never sends one in a value', async () => {
    const text = "select 'it\\'s; one', 'x'"
    expect(await read(text, false)).toEqual([['"it\'s; one"', '"x"']])
    const value = (text: string): BoundValue[] => [
      { start: 7, end: 10, value: text, type: 'text', cast: null },
    ]
    expect(await read("select 'a' as b", false, value("it's; x"))).toEqual([['"it\'s; x"']])
    await expect(read("select 'a' as b", false, value('\\'))).rejects.toThrow(/must not contain any/)
  })
})
