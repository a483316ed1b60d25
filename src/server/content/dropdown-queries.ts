/**
 * Dropdown parameters name their query by its id (`queryId`), which is different in each instance. Content in files
 * names it by uuid instead (`query`).
 */

type Options = Readonly<Record<string, unknown>>

function parametersOf({ parameters }: Options): Record<string, unknown>[] {
  const isObject = (one: unknown): one is Record<string, unknown> =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
  return Array.isArray(parameters) ? parameters.filter(isObject) : []
}

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 2_147_483_647

/** Options as stored -> as in files. An id that names no query is kept. */
export async function withQueryUuids(
  stored: readonly Options[],
  find: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>,
): Promise<Record<string, unknown>[]> {
  const ids = stored.flatMap((options) => parametersOf(options).map(({ queryId }) => queryId)).filter(isId)
  const uuids = ids.length === 0 ? new Map<number, string>() : await find([...new Set(ids)])
  return stored.map((options) =>
    renamed(options, 'queryId', 'query', (id) => (isId(id) ? uuids.get(id) : undefined)),
  )
}

/** The uuids that options of a file name. */
export function queryUuidsIn(options: Options): string[] {
  return parametersOf(options).flatMap(({ query }) => (typeof query === 'string' ? [query] : []))
}

/** Options as in files -> as stored. */
export function withQueryIds(options: Options, ids: ReadonlyMap<string, number>): Record<string, unknown> {
  return renamed(options, 'query', 'queryId', (uuid) =>
    typeof uuid === 'string' ? ids.get(uuid) : undefined,
  )
}

/** Each parameter with `from` replaced by `to`, at the same place, where `find` knows the value. */
function renamed(
  options: Options,
  from: string,
  to: string,
  find: (value: unknown) => unknown,
): Record<string, unknown> {
  if (!Array.isArray(options['parameters'])) return { ...options }
  const known = new Set(parametersOf(options))
  const parameters = (options['parameters'] as unknown[]).map((parameter) => {
    if (!known.has(parameter as Record<string, unknown>)) return parameter
    const fields = Object.entries(parameter as Record<string, unknown>)
    return Object.fromEntries(
      fields.map(([name, value]) => {
        const found = name === from ? find(value) : undefined
        return found === undefined ? [name, value] : [to, found]
      }),
    )
  })
  return { ...options, parameters }
}
