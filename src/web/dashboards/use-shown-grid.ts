import { useCallback, useMemo, useState } from 'react'
import { type GridItem, inReadingOrder, moveItem, type SizeRules } from '#shared/dashboards/grid.ts'
import { readGrid } from '#shared/dashboards/stored-grid.ts'
import { visualizationTypes } from '#visualizations/registry.ts'

const sizes = new Map(visualizationTypes.map(({ type, layout }) => [type, layout]))
const sizesOf = (type: string): SizeRules => sizes.get(type) ?? {}

export interface ShownGrid {
  items: readonly GridItem[]
  setItems(items: readonly GridItem[]): void
  /** moves a widget to its stored place, after another user moved it */
  showStored(id: number): void
  /** ids from top to bottom, as stored */
  order: readonly number[]
}

/** A widget on a private or public page. */
type StoredPlace = Parameters<typeof readGrid>[0][number]

/**
 * The grid of the shown widgets. Moved or grown widgets keep their place on the screen when widgets are saved, added
 * or removed. Another tab, or another `view`, starts from the stored layout.
 */
export function useShownGrid(
  shown: readonly StoredPlace[],
  all: readonly StoredPlace[],
  view: string,
): ShownGrid {
  const [arranged, setArranged] = useState<{ view: string; items: readonly GridItem[] } | null>(null)
  const stored = useMemo(() => readGrid(shown, sizesOf, all), [shown, all])
  const items = useMemo(
    () => (arranged === null || arranged.view !== view ? stored : carriedOver(stored, arranged.items)),
    [stored, arranged, view],
  )
  const setItems = useCallback((next: readonly GridItem[]) => setArranged({ view, items: next }), [view])
  const showStored = useCallback(
    (id: number) =>
      setArranged((before) => before && { ...before, items: before.items.filter((item) => item.id !== id) }),
    [],
  )
  const order = useOrder(stored)
  return { items, setItems, showStored, order }
}

/** Returns the same array until the order changes, so that dependents are not recomputed for every saved widget. */
function useOrder(stored: readonly GridItem[]): readonly number[] {
  const [order, setOrder] = useState<readonly number[]>([])
  const next = useMemo(() => inReadingOrder(stored).map(({ id }) => id), [stored])
  const isSame = next.length === order.length && next.every((id, place) => id === order[place])
  if (!isSame) setOrder(next)
  return isSame ? order : next
}

/** The items of `stored`, in their current places on the screen. */
export function carriedOver(stored: readonly GridItem[], onScreen: readonly GridItem[]): readonly GridItem[] {
  const known = new Map(onScreen.map((item) => [item.id, item]))
  const items = stored.map((item) => known.get(item.id) ?? item)
  const isSame = items.length === onScreen.length && items.every((item) => known.get(item.id) === item)
  if (isSame) return onScreen
  // fill the gaps of removed widgets
  const [first] = items
  return first === undefined ? items : moveItem(items, first.id, first)
}
