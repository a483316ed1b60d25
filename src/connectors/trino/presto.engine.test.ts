import { createServerFetch } from '#server/kernel/index.ts'
import { isProgram, type RunningEngine, withEngine } from '#test/engines/start-engine.ts'
import { missingForTrino, startTrino } from '#test/engines/trino.ts'
import { freePort } from '#test/test-postgres.ts'
import { connectorSuite } from '../connector-suite.ts'
import { presto } from './presto-connector.ts'
import { runningOn, trinoTrials } from './trino-trials.ts'

const tests = () =>
  connectorSuite(
    presto,
    {
      ...trinoTrials,
      schema: [
        {
          name: 'tiny.region',
          columns: [
            { name: 'comment', type: 'varchar(152)' },
            { name: 'name', type: 'varchar(25)' },
            { name: 'regionkey', type: 'bigint' },
          ],
        },
      ],
    },
    async () => {
      const server: RunningEngine = await startTrino('Presto')
      const options = { host: '127.0.0.1', port: server.port, catalog: 'tpch', schema: 'tiny' }
      return {
        host: { fetchServer: createServerFetch({ version: 'test' }) },
        options,
        refused: { ...options, port: await freePort() },
        wrongPassword: null,
        running: () => runningOn(server.url, 'Presto'),
        stop: server.stop,
      }
    },
  )

withEngine('Presto (Trino 483 with the headers of Presto)', missingForTrino(isProgram), tests)
