import { useDebouncedValue } from '@mantine/hooks'
import {
  keepPreviousData,
  skipToken,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { DropdownOption, DropdownPage } from '#shared/parameters/dropdowns-api.ts'
import { type DropdownSource, pageLength } from './dropdown-source.ts'

/** delay before a dependent list is reloaded while the user types into the field that it depends on */
const dependencyDelay = 300
const searchDelay = 200
const noOptions: readonly DropdownOption[] = []

export interface Dropdown {
  /** the chosen values that the list contains, and its first option; null until they are known */
  current: { selected: readonly DropdownOption[]; first: DropdownOption | null; values: string } | null
  options: readonly DropdownOption[]
  /** number of options that match the search, on all pages */
  count: number
  isLoading: boolean
  error: Error | null
  search: string
  setSearch(text: string): void
  open(isOpen: boolean): void
  more(): void
  retry(): void
  /** remembers values just chosen from the list, so that they need not be checked on the server */
  remember(chosen: readonly DropdownOption[]): void
}

/**
 * The options of a dropdown query. `others` are the values of the page's other parameters: a dependent list is reloaded
 * when they change.
 */
export function useDropdown(
  source: DropdownSource,
  dropdownId: number | null,
  chosen: readonly string[],
  others: Readonly<Record<string, unknown>>,
): Dropdown {
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [debounced] = useDebouncedValue(search, searchDelay)
  const client = useQueryClient()
  const { given, learn } = useNeeded(source.key, dropdownId, others)
  const keysOf = (needed: string) => {
    const base = ['dropdown', source.key, dropdownId, needed]
    return {
      current: (list: string) => [...base, 'current', list],
      list: (text: string) => [...base, 'list', text],
    }
  }
  const keys = keysOf(given)
  const values = JSON.stringify(chosen)
  const parameters = useMemo(() => JSON.parse(given) as Record<string, unknown>, [given])
  const current = useQuery({
    queryKey: keys.current(values),
    queryFn: async ({ signal }) => {
      const page = await learn(signal, () =>
        // with the first page, so that opening the list asks for nothing more
        source.search(dropdownId ?? 0, { parameters, values: [...chosen], limit: pageLength }, signal),
      )
      const found = currentOf(page, values)
      const known = keysOf(needed(given, page.depends_on))
      for (const named of [keys, known]) {
        client.setQueryData(named.list(''), { pages: [page], pageParams: [0] })
        for (const next of replacements(found, chosen)) client.setQueryData(named.current(next.values), next)
      }
      client.setQueryData(known.current(values), found)
      return found
    },
    enabled: dropdownId !== null,
    placeholderData: keepPreviousData,
  })
  const list = useInfiniteQuery({
    queryKey: keys.list(debounced),
    queryFn: ({ pageParam, signal }) =>
      source.search(
        dropdownId ?? 0,
        { parameters, q: debounced, offset: pageParam, limit: pageLength },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last: DropdownPage, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.options.length, 0)
      return last.options.length > 0 && loaded < last.count ? loaded : undefined
    },
    enabled: dropdownId !== null && isOpen,
    placeholderData: keepPreviousData,
  })
  const options = useMemo(
    () => (list.data ? list.data.pages.flatMap((page) => page.options) : noOptions),
    [list.data],
  )
  return {
    // while a list is reloading, its old options do not apply to the current values
    current: current.data && !current.isPlaceholderData ? current.data : null,
    options,
    count: list.data?.pages.at(-1)?.count ?? 0,
    isLoading: current.isFetching || list.isFetching || search !== debounced,
    error: current.error ?? list.error,
    search,
    setSearch,
    open: (next) => {
      setIsOpen(next)
      if (!next) setSearch('')
    },
    more: () => {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage()
    },
    retry: () => {
      if (current.isError) void current.refetch()
      if (list.isError) void list.refetch()
    },
    remember: (picked) => {
      const next = JSON.stringify(picked.map(({ value }) => value))
      client.setQueryData(keys.current(next), {
        selected: picked,
        first: current.data?.first ?? picked[0] ?? null,
        values: next,
      })
    },
  }
}

function currentOf(page: DropdownPage, values: string): NonNullable<Dropdown['current']> {
  return { selected: page.selected, first: page.options[0] ?? null, values }
}

/** What is current once the page has replaced values that the list does not contain: nothing more to ask. */
function replacements(
  { selected, first }: NonNullable<Dropdown['current']>,
  chosen: readonly string[],
): NonNullable<Dropdown['current']>[] {
  const kept = chosen.flatMap((value) => selected.find((option) => option.value === value) ?? [])
  if (kept.length === chosen.length && kept.length > 0) return []
  const lists = kept.length === 0 && first !== null ? [[], [first]] : [kept]
  return lists.map((some) => ({
    selected: some,
    first,
    values: JSON.stringify(some.map(({ value }) => value)),
  }))
}

/** The values of these parameters, of JSON text; null: of all. */
function needed(given: string, names: readonly string[] | null): string {
  if (names === null) return given
  const values = Object.entries(JSON.parse(given) as Record<string, unknown>)
  return JSON.stringify(Object.fromEntries(values.filter(([name]) => names.includes(name))))
}

/**
 * The values that a list depends on, as JSON. Its first answer says which they are; until then, changes of others start
 * no second request. `learn` makes a request and keeps what it says.
 */
function useNeeded(
  sourceKey: string,
  dropdownId: number | null,
  others: Readonly<Record<string, unknown>>,
): {
  given: string
  learn(signal: AbortSignal, ask: () => Promise<DropdownPage>): Promise<DropdownPage>
} {
  const client = useQueryClient()
  const queryKey = ['dropdown', sourceKey, dropdownId, 'depends_on']
  const known = useQuery<readonly string[] | null>({ queryKey, queryFn: skipToken, staleTime: Infinity })
  const [all] = useDebouncedValue(JSON.stringify(others), dependencyDelay)
  const [atFirst] = useState(all)
  return {
    given: known.data === undefined ? atFirst : needed(all, known.data),
    learn: async (signal, ask) => {
      try {
        const page = await ask()
        client.setQueryData(queryKey, page.depends_on)
        return page
      } catch (error) {
        // without an answer, any change may help
        if (!signal.aborted && client.getQueryData(queryKey) === undefined)
          client.setQueryData(queryKey, null)
        throw error
      }
    },
  }
}
