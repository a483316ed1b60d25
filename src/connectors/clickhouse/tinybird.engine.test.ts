import { createServerFetch } from '#server/kernel/index.ts'
import { startClickhouse } from '#test/engines/clickhouse.ts'
import { withEngine } from '#test/engines/start-engine.ts'
import { freePort } from '#test/test-postgres.ts'
import { connectorSuite } from '../connector-suite.ts'
import { clickhouseTrials } from './clickhouse-trials.ts'
import { tinybird } from './tinybird-connector.ts'

const tests = () =>
  connectorSuite(
    tinybird,
    {
      ...clickhouseTrials,
      types: {
        ...clickhouseTrials.types,
        // this format has a space after the name
        cells: clickhouseTrials.types.cells.map((row) =>
          row.map((cell) => cell.replaceAll(/(?<="\w"):/g, ': ')),
        ),
      },
      wrongText: { ...clickhouseTrials.wrongText, position: null },
      // an object has each name once
      duplicateNames: {
        text: 'select 1 as name, 2 as name1',
        columns: [
          ['name', 'integer'],
          ['name1', 'integer'],
        ],
        cells: [['1', '2']],
      },
      severalStatements: null,
      schema: [
        {
          name: 'pipe',
          columns: [{ name: 'a' }],
        },
        {
          name: 't',
          columns: [
            { name: 'a', type: 'Int8' },
            { name: 'b', type: 'LowCardinality(String)' },
          ],
        },
      ],
      lacks: {
        ...clickhouseTrials.lacks,
        severalStatements: 'the service only reads, and keeps nothing between two requests',
      },
    },
    async () => {
      const server = await startClickhouse()
      const post = async (body: string) => {
        const authorization = `Basic ${Buffer.from('default:secret').toString('base64')}`
        const url = `${server.url}/?default_format=JSONCompact`
        const reply = await fetch(url, { method: 'POST', headers: { authorization }, body })
        if (!reply.ok) throw new Error(await reply.text())
      }
      await post('create database elsewhere')
      await post('create table elsewhere.t (a Int8, b LowCardinality(String)) engine = Memory')
      await post('create view elsewhere.pipe as select a from elsewhere.t')
      const options = { url: server.url, token: 'secret' }
      return {
        host: { fetchServer: createServerFetch({ version: 'test' }) },
        options,
        refused: { ...options, url: `http://127.0.0.1:${await freePort()}` },
        wrongPassword: { ...options, token: 'wrong-password' },
        running: async () => Number(await (await fetch(`${server.url}/running`)).text()),
        stop: server.stop,
      }
    },
  )

withEngine(
  'Tinybird (protocol double over chdb 3.4.0)',
  [process.platform === 'win32' && 'chdb has no build for Windows'],
  tests,
)
