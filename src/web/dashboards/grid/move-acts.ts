import { type GridItem, resizeItem, stepItem } from '#shared/dashboards/grid.ts'

/** The actions of keys and buttons on a picked-up widget. */
export type MoveAct = 'up' | 'down' | 'left' | 'right' | 'wider' | 'narrower' | 'taller' | 'shorter'

const sizes = {
  wider: { x: 1, y: 0 },
  narrower: { x: -1, y: 0 },
  taller: { x: 0, y: 1 },
  shorter: { x: 0, y: -1 },
}

export function acted(items: readonly GridItem[], id: number, act: MoveAct): readonly GridItem[] {
  if (act === 'up' || act === 'down' || act === 'left' || act === 'right') return stepItem(items, id, act)
  const item = items.find((one) => one.id === id)
  if (item === undefined) return items
  const { x, y } = sizes[act]
  return resizeItem(items, id, { sizeX: item.sizeX + x, sizeY: item.sizeY + y })
}

const keys = new Map<string, MoveAct>([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['shift+ArrowUp', 'shorter'],
  ['shift+ArrowDown', 'taller'],
  ['shift+ArrowLeft', 'narrower'],
  ['shift+ArrowRight', 'wider'],
])

type Keys = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

export function actOfKey(event: Keys): MoveAct | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  return keys.get(event.shiftKey ? `shift+${event.key}` : event.key) ?? null
}
