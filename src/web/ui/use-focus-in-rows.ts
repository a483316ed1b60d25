import { type FocusEvent, useEffect, useRef } from 'react'

/** Removing a row also removes its focused button: the focus moves to the row that takes its place. */
export function useFocusInRows(rows: readonly unknown[]) {
  const body = useRef<HTMLTableSectionElement>(null)
  const held = useRef<{ row: HTMLTableRowElement; place: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change with each answer of the server
  useEffect(() => {
    const { current: was } = held
    if (was === null || was.row.isConnected) return
    held.current = null
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body) return
    const now = Array.from(body.current?.rows ?? [])
    const next = now[Math.min(was.place, now.length - 1)]
    next?.querySelector<HTMLElement>('[data-row-link], a, button')?.focus()
  }, [rows])
  return {
    ref: body,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = target.closest('tr')
      if (row !== null) held.current = { row, place: row.sectionRowIndex }
    },
  }
}
