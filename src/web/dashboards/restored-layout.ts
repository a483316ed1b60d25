import { compactItems, type GridItem, isSamePlace, moveItem } from '#shared/dashboards/grid.ts'

/**
 * The layout with a widget that was removed and is stored again, under a new id. If nothing else has changed since, it
 * is the layout of before; otherwise the widget goes to its place, and others make room.
 */
export function withRestored(
  before: readonly GridItem[],
  now: readonly GridItem[],
  removedId: number,
  newId: number,
): readonly GridItem[] {
  const removed = before.find(({ id }) => id === removedId)
  const others = now.filter(({ id }) => id !== newId)
  if (removed === undefined) return now
  const restored = { ...removed, id: newId }
  const left = new Map(compactItems(before.filter((item) => item !== removed)).map((one) => [one.id, one]))
  const isUntouched =
    left.size === others.length && others.every((item) => isSamePlace(left.get(item.id) ?? {}, item))
  if (isUntouched) return before.map((item) => (item === removed ? restored : item))
  return moveItem([...others, restored], newId, restored)
}
