import {
  type Announcements,
  type CollisionDetection,
  type DndContextProps,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import {
  type Arrangement,
  type FieldSlot,
  fieldAreas,
  type SlotKey,
  slotAfterKey,
  slotName,
  slotOf,
} from './arrange-fields.ts'

/** The id of a drop position: before each field of an area, and at its end. */
export function slotId({ area, index }: FieldSlot): string {
  return `${area}:${index}`
}

function slotOfId(id: unknown): FieldSlot | null {
  const [name, index] = String(id).split(':')
  const area = fieldAreas.find((known) => known === name)
  return area && index !== undefined ? { area, index: Number(index) } : null
}

const slotKeys: readonly SlotKey[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

const instructions = {
  draggable: t(
    'To move a field, press space or enter. Left and right move it within its area, up and down between unused fields, columns and rows. Press space or enter again to drop it, or escape to cancel.',
  ),
}

interface FieldDrag {
  context: DndContextProps
  /** the dragged field */
  dragged: string | null
  /** its current drop position */
  slot: FieldSlot | null
}

export function useFieldDrag(
  arrangement: Arrangement,
  onMove: (field: string, slot: FieldSlot) => void,
): FieldDrag {
  const [dragged, setDragged] = useState<string | null>(null)
  const [slot, setSlot] = useState<FieldSlot | null>(null)
  /** the drop position reached with the arrow keys */
  const carried = useRef<FieldSlot | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    // a delay, so that a swipe still scrolls the page
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: (event, args) => nextCoordinates(arrangement, carried, event, args),
    }),
  )
  const end = () => {
    setDragged(null)
    setSlot(null)
    carried.current = null
  }
  return {
    dragged,
    slot,
    context: {
      sensors,
      collisionDetection: (args) => slotAt(arrangement, carried.current, args),
      accessibility: { announcements: announcementsOf(arrangement), screenReaderInstructions: instructions },
      onDragStart: ({ active }) => {
        carried.current = null
        setDragged(String(active.id))
      },
      onDragOver: ({ over }) => setSlot(over && slotOfId(over.id)),
      onDragCancel: end,
      onDragEnd: ({ active, over }) => {
        end()
        const field = String(active.id)
        const target = over && slotOfId(over.id)
        const from = slotOf(arrangement, field)
        if (target && from && slotName(arrangement, field, target) !== slotName(arrangement, field, from)) {
          onMove(field, target)
        }
      },
    },
  }
}

type Carried = { current: FieldSlot | null }

function nextCoordinates(
  arrangement: Arrangement,
  carried: Carried,
  event: KeyboardEvent,
  { active, context }: Parameters<KeyboardCoordinateGetter>[1],
) {
  const key = slotKeys.find((known) => known === event.code)
  const from = carried.current ?? slotOf(arrangement, String(active))
  if (!key || !from) return undefined
  const next = slotAfterKey(arrangement, String(active), from, key)
  carried.current = next
  const rect = context.droppableRects.get(slotId(next))
  if (!rect) return undefined
  const isEnd = next.index === arrangement[next.area].length
  const before =
    isEnd && next.index > 0
      ? context.droppableRects.get(slotId({ ...next, index: next.index - 1 }))
      : undefined
  return before ? { x: before.right, y: before.top } : { x: rect.left, y: rect.top }
}

/** The slot under the pointer in reading order, or the one reached with the arrow keys. */
function slotAt(
  arrangement: Arrangement,
  carried: FieldSlot | null,
  { active, pointerCoordinates: pointer, droppableRects }: Parameters<CollisionDetection>[0],
): ReturnType<CollisionDetection> {
  if (!pointer) {
    const slot = carried ?? slotOf(arrangement, String(active.id))
    return slot ? [{ id: slotId(slot) }] : []
  }
  for (const area of fieldAreas) {
    const { length } = arrangement[area]
    const box = droppableRects.get(slotId({ area, index: length }))
    const inside =
      box &&
      pointer.x >= box.left &&
      pointer.x <= box.right &&
      pointer.y >= box.top &&
      pointer.y <= box.bottom
    if (!inside) continue
    const index = arrangement[area].findIndex((_, at) => {
      const rect = droppableRects.get(slotId({ area, index: at }))
      if (!rect) return false
      return pointer.y < rect.top || (pointer.y <= rect.bottom && pointer.x < rect.left + rect.width / 2)
    })
    return [{ id: slotId({ area, index: index < 0 ? length : index }) }]
  }
  return []
}

function announcementsOf(arrangement: Arrangement): Announcements {
  const at = (field: string, id: unknown) => {
    const slot = slotOfId(id)
    return slot ? slotName(arrangement, field, slot) : t('outside of all areas')
  }
  return {
    onDragStart: ({ active }) => {
      const from = slotOf(arrangement, String(active.id))
      const field = String(active.id)
      return from
        ? t('Picked up {field}: {place}.', { field, place: slotName(arrangement, field, from) })
        : t('Picked up {field}.', { field })
    },
    onDragOver: ({ active, over }) => `${active.id}: ${at(String(active.id), over?.id)}.`,
    onDragEnd: ({ active, over }) =>
      t('{id} was dropped: {id2}.', { id: active.id, id2: at(String(active.id), over?.id) }),
    onDragCancel: ({ active }) => t('{id} stays where it was.', { id: active.id }),
  }
}
