import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { DropdownOption, DropdownPage } from '#shared/parameters/dropdowns-api.ts'
import type { DropdownSource } from './dropdown-source.ts'

/** options per page; scrolling the list loads more */
const pageLength = 100
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
  const [given] = useDebouncedValue(JSON.stringify(others), dependencyDelay)
  const client = useQueryClient()
  const base = ['dropdown', source.key, dropdownId, given]
  const values = JSON.stringify(chosen)
  const parameters = useMemo(() => JSON.parse(given) as Record<string, unknown>, [given])
  const currentKey = (list: string) => [...base, 'current', list]
  const current = useQuery({
    queryKey: currentKey(values),
    queryFn: async ({ signal }) =>
      currentOf(
        await source.search(dropdownId ?? 0, { parameters, values: [...chosen], limit: 1 }, signal),
        values,
      ),
    enabled: dropdownId !== null,
    placeholderData: keepPreviousData,
  })
  const list = useInfiniteQuery({
    queryKey: [...base, 'list', debounced],
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
      client.setQueryData(currentKey(next), {
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
