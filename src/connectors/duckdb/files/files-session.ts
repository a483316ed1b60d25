import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { tableColumnNames } from '#shared/results/table-columns.ts'
import type { ConnectorHost, LentFileTable, Session } from '../../connector.ts'
import type { LentTable } from '../../engine-protocol.ts'
import type { LentTables } from '../../table-lender.ts'
import type { LakeOptions } from '../lake/lake-options.ts'
import { openLake } from '../lake/open-lake.ts'
import { openTableEngine, type TableEngine } from '../table-engine.ts'
import { readSentFile } from './read-sent-file.ts'

/**
 * A session over the uploaded tables of a data source, and those of its folder in a store. The engine starts when it is
 * needed: reading an uploaded file needs none.
 */
export function openFiles(options: LakeOptions | null, host: ConnectorHost): Session {
  const lake = options === null ? null : openLake(options, host)
  let opened: Promise<TableEngine> | null = null
  const engineOf = async (signal: AbortSignal) => {
    opened ??= openTableEngine(host, 'Files', signal, lake !== null)
    return await opened
  }
  const listUploads = async () => (await host.files?.tables()) ?? []
  return {
    async ping(signal) {
      await (await engineOf(signal)).engine.ping(signal)
      await lake?.ping(signal)
    },
    async tables(signal) {
      const uploads = await listUploads()
      const tables = uploads.map(describeUpload)
      if (lake === null) return tables
      const { engine, objects } = await engineOf(signal)
      const names = uploads.map(({ name }) => name)
      const found = await lake.schema({ uploads: names, folder: objects, signal, engine })
      return [...tables, ...found].sort((one, other) => (one.name < other.name ? -1 : 1))
    },
    async run(text, sink, signal, values = []) {
      const { engine, objects } = await engineOf(signal)
      const lend = async () => {
        const uploads = await listUploads()
        const lower = text.toLowerCase()
        const named = uploads.filter(({ name }) => lower.includes(name)).map(lendUpload)
        if (lake === null) return named
        const names = uploads.map(({ name }) => name)
        return [...named, ...(await lake.lend({ uploads: names, folder: objects, signal, text }))]
      }
      await engine.run(text, sink, signal, values, lentTables(lend))
    },
    readFile: (file, sink, signal) => readSentFile(file, host, sink, signal),
    async close() {
      await lake?.close()
      // one that could not be opened has left nothing
      await (await opened?.catch(() => null))?.close()
    },
  }
}

function describeUpload({ name, columns, row_count }: LentFileTable): SchemaTable {
  const names = tableColumnNames(columns.map((column) => column.name))
  return {
    name,
    size: row_count,
    columns: columns.map(({ type }, at) => ({ name: names[at] ?? '', ...(type && { type }) })),
  }
}

function lendUpload({ name, columns, row_count, frames }: LentFileTable): Lent {
  return { table: { name, columns: [...columns], row_count }, frames }
}

interface Lent {
  table: LentTable
  frames(files?: readonly number[]): AsyncIterable<Uint8Array>
}

/**
 * The tables whose names are in the text. The others do not exist for it: a text that builds the name of a table is an
 * error, and never an empty table.
 */
function lentTables(lend: () => Promise<Lent[]>): LentTables {
  let lent: Lent[] = []
  return {
    async tables() {
      lent = await lend()
      return lent.map(({ table }) => table)
    },
    frames(table, files) {
      const found = lent[table]
      if (found === undefined) throw new Error('The engine asked for a table that it was not lent.')
      return found.frames(files)
    },
  }
}
