import { tableColumnNames } from '#shared/results/table-columns.ts'
import type { ConnectorHost, LentFileTable, Session } from '../../connector.ts'
import type { LentTables } from '../../table-lender.ts'
import { openTableEngine } from '../table-engine.ts'
import { readSentFile } from './read-sent-file.ts'

/** A session over the uploaded tables of a data source. The engine starts when it is needed: reading a file needs none. */
export function openFiles(host: ConnectorHost): Session {
  let opened: ReturnType<typeof openTableEngine> | null = null
  const engineOf = async (signal: AbortSignal) => {
    opened ??= openTableEngine(host, 'Files', signal)
    return (await opened).engine
  }
  const listTables = async () => (await host.files?.tables()) ?? []
  return {
    ping: async (signal) => (await engineOf(signal)).ping(signal),
    async tables() {
      return (await listTables()).map(({ name, columns, row_count }) => {
        const names = tableColumnNames(columns.map((column) => column.name))
        return {
          name,
          size: row_count,
          columns: columns.map(({ type }, at) => ({ name: names[at] ?? '', ...(type && { type }) })),
        }
      })
    },
    async run(text, sink, signal, values = []) {
      const engine = await engineOf(signal)
      await engine.run(text, sink, signal, values, lend(listTables, text))
    },
    readFile: (file, sink, signal) => readSentFile(file, host, sink, signal),
    async close() {
      // one that could not be opened has left nothing
      await (await opened?.catch(() => null))?.close()
    },
  }
}

/**
 * The tables whose names are in the text. The others do not exist for it: a text that builds the name of a table is an
 * error, and never an empty table.
 */
function lend(listTables: () => Promise<LentFileTable[]>, text: string): LentTables {
  let named: LentFileTable[] = []
  return {
    async tables() {
      const lower = text.toLowerCase()
      named = (await listTables()).filter(({ name }) => lower.includes(name))
      return named.map(({ name, columns, row_count }) => ({ name, columns: [...columns], row_count }))
    },
    frames(table) {
      const found = named[table]
      if (found === undefined) throw new Error('The engine asked for a table that it was not lent.')
      return found.frames()
    },
  }
}
