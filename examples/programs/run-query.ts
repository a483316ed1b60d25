// Prints the rows of a text as JSON, one per line, while they arrive. Node 22.18 or newer runs it as it is:
//
//   SEXTANT_URL=https://sextant.example.com SEXTANT_KEY=… node run-query.ts "Warehouse" "select 1 as one"
import { createClient } from '../../packages/client/src/index.ts'

const [dataSource = '', text = ''] = process.argv.slice(2)
const client = createClient({
  url: process.env['SEXTANT_URL'] ?? '',
  key: process.env['SEXTANT_KEY'] ?? '',
})
try {
  for await (const row of client.stream(text, { dataSource }))
    process.stdout.write(`${JSON.stringify(row)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
