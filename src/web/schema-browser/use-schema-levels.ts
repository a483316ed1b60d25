import { useCallback, useEffect, useRef, useState } from 'react'
import type { ShownDatabase } from './read-levels.ts'
import { startSchemaClient } from './schema-client.ts'
import type { SchemaState } from './use-schema.ts'

/** The databases of a data source whose schema is read in parts. */
export interface DatabaseChoice {
  names: readonly string[]
  chosen: string | null
  choose(name: string): void
}

/** Each one is a new object, and reads again. */
interface Request {
  refresh: boolean
}

/** Reads the databases of the data source, the tables of the chosen one, and the columns of a table that is opened. */
export function useSchemaLevels(id: number | null): {
  state: SchemaState
  refresh(): void
  databases: DatabaseChoice | null
} {
  const [request, setRequest] = useState<Request>({ refresh: false })
  const [chosen, setChosen] = useState<string | null>(null)
  const { names, failure } = useDatabases(id, request)
  const database =
    chosen !== null && names?.includes(chosen) ? chosen : (names?.find(isDefault) ?? names?.[0] ?? null)
  const tables = useTables(id, database, request)
  return {
    state: id === null ? { status: 'none' } : (stateOfDatabases(names, failure) ?? tables),
    refresh: () => setRequest({ refresh: true }),
    databases: names === null ? null : { names, chosen: database, choose: setChosen },
  }
}

const isDefault = (name: string) => name === 'default'

/** null: the tables of a database are what is shown */
function stateOfDatabases(names: readonly string[] | null, failure: string | null): SchemaState | null {
  if (failure !== null) return { status: 'failed', message: failure }
  return names === null ? { status: 'loading' } : null
}

interface Databases {
  id: number | null
  names: readonly string[] | null
  failure: string | null
}

const unknown: Databases = { id: null, names: null, failure: null }

function useDatabases(id: number | null, request: Request): Databases {
  const [known, setKnown] = useState(unknown)
  const shown = useRef(id)
  useEffect(() => {
    if (id === null) return
    const abort = new AbortController()
    const { signal } = abort
    const isRefresh = request.refresh && shown.current === id
    shown.current = id
    import('./read-levels.ts')
      .then(({ readDatabases }) => readDatabases(id, isRefresh, signal))
      .then(
        (names) => setKnown({ ...unknown, id, names }),
        (error) => {
          if (!signal.aborted) setKnown({ ...unknown, id, failure: error.message })
        },
      )
    return () => abort.abort()
  }, [id, request])
  return known.id === id ? known : unknown
}

function useTables(id: number | null, database: string | null, request: Request): SchemaState {
  const [state, setState] = useState<SchemaState>({ status: 'loading' })
  const shown = useRef<ShownDatabase | null>(null)
  const show = useCallback((next: ShownDatabase | null) => {
    if (shown.current?.client !== next?.client) shown.current?.client.end()
    shown.current = next
  }, [])
  useEffect(() => () => show(null), [show])
  useEffect(() => {
    if (id === null || database === null) return
    const abort = new AbortController()
    const { signal } = abort
    const stays = shown.current?.database === database
    setState((current) =>
      stays && current.status === 'ready' ? { ...current, isRefreshing: true } : { status: 'loading' },
    )
    const client = startSchemaClient()
    const wanted = { id, database, isRefresh: stays && request.refresh, signal }
    const load = async () => {
      const { showTables } = await import('./read-levels.ts')
      await showTables(wanted, client, { show, isShown: (own) => shown.current === own, draw: setState })
    }
    load().catch((error) => {
      client.end()
      if (!signal.aborted) setState({ status: 'failed', message: error.message })
    })
    return () => abort.abort()
  }, [id, database, request, show])
  return state
}
