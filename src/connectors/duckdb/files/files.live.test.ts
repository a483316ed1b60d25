import { createServerFetch } from '#server/kernel/index.ts'
import { connectorSuite } from '../../connector-suite.ts'
import { duckdbTrials } from '../duckdb-trials.ts'
import { lenderOf } from '../lent-results.ts'
import { files } from './files-connector.ts'

const nowhere = {
  storage: 's3',
  endpoint: 'http://127.0.0.1:1',
  bucket: 'lake',
  access_key: 'a',
  secret_key: 'b',
}

connectorSuite(
  files,
  {
    ...duckdbTrials,
    schema: [
      {
        name: 'people',
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'first_name', type: 'string' },
        ],
        size: 1,
      },
    ],
  },
  async () => {
    const columns = [['id', 'integer'] as const, ['first name', 'string'] as const]
    const lender = lenderOf({ 1: { columns, rows: [['1', '"Ada"']] } })
    const wanted = { kind: 'cached' as const, id: 1, values: {} }
    const tables = async () => {
      const [found] = await lender.lend([wanted], AbortSignal.timeout(10_000))
      return found === undefined ? [] : [{ ...found, name: 'people' }]
    }
    return {
      host: { files: { tables }, fetchServer: createServerFetch({ version: 'test' }) },
      options: {},
      refused: nowhere,
      wrongPassword: null,
      running: null,
      stop: async () => {},
    }
  },
)
