import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { textOf } from '#web/ui/search-params.ts'

export interface PageAddress {
  has(name: string): boolean
  text(name: string): string | undefined
  /** writes values and removes those that are null, without adding a history entry */
  set(changes: Readonly<Record<string, string | null>>): void
}

/** The search part of the page's address: what to show, and how. */
export function usePageAddress(): PageAddress {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  return useMemo(
    () => ({
      has: (name) => name in search,
      text: (name) => textOf(search[name]),
      set: (changes) =>
        void navigate({
          to: '.',
          search: (current: Record<string, unknown>) => changed(current, changes) as never,
          hash: true,
          replace: true,
          resetScroll: false,
        }),
    }),
    [search, navigate],
  )
}

function changed(
  search: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, string | null>>,
): Record<string, unknown> {
  const next = { ...search }
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete next[name]
    else next[name] = value
  }
  return next
}
