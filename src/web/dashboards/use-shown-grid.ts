import { useCallback, useMemo, useState } from 'react'
import { type GridItem, inReadingOrder, moveItem, type SizeRules } from '#shared/dashboards/grid.ts'
import { readGrid } from '#shared/dashboards/stored-grid.ts'
import { visualizationTypes } from '#visualizations/registry.ts'

const sizes = new Map(visualizationTypes.map(({ type, layout }) => [type, layout]))
const sizesOf = (type: string): SizeRules => sizes.get(type) ?? {}

export interface ShownGrid {
  items: readonly GridItem[]
  setItems(items: readonly GridItem[]): void
  /** ids from top to bottom, as stored */
  order: readonly number[]
}

/** A widget, whoever reads it. */
type StoredPlace = Parameters<typeof readGrid>[0][number]

/**
 * The grid of the shown widgets. What was moved, or has grown with its content, stays as it is on the screen when widgets
 * are saved, added or removed; another tab begins with what is stored.
 */
export function useShownGrid(
  shown: readonly StoredPlace[],
  all: readonly StoredPlace[],
  tab: string | null,
): ShownGrid {
  const [arranged, setArranged] = useState<{ tab: string | null; items: readonly GridItem[] } | null>(null)
  const stored = useMemo(() => readGrid(shown, sizesOf, all), [shown, all])
  const items = useMemo(
    () => (arranged === null || arranged.tab !== tab ? stored : carriedOver(stored, arranged.items)),
    [stored, arranged, tab],
  )
  const setItems = useCallback((next: readonly GridItem[]) => setArranged({ tab, items: next }), [tab])
  const order = useOrder(stored)
  return { items, setItems, order }
}

/** The same array until the order is another: what follows from it need not be made anew with every saved widget. */
function useOrder(stored: readonly GridItem[]): readonly number[] {
  const [order, setOrder] = useState<readonly number[]>([])
  const next = useMemo(() => inReadingOrder(stored).map(({ id }) => id), [stored])
  const isSame = next.length === order.length && next.every((id, place) => id === order[place])
  if (!isSame) setOrder(next)
  return isSame ? order : next
}

/** The items of `stored` in the places that they have on the screen. */
export function carriedOver(stored: readonly GridItem[], onScreen: readonly GridItem[]): readonly GridItem[] {
  const known = new Map(onScreen.map((item) => [item.id, item]))
  const items = stored.map((item) => known.get(item.id) ?? item)
  const isSame = items.length === onScreen.length && items.every((item) => known.get(item.id) === item)
  if (isSame) return onScreen
  // what was removed leaves room: everything moves up
  const [first] = items
  return first === undefined ? items : moveItem(items, first.id, first)
}
