import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { dragInstructions } from '../drag-instructions.ts'
import classes from './column-list.module.css'
import type { TableColumn } from './column-options.ts'
import { ColumnPanel } from './column-panel.tsx'

interface ColumnListProps {
  columns: readonly TableColumn[]
  onChange(columns: readonly TableColumn[]): void
  /** shows `Use for search`, for visualizations with a search field */
  searchable?: boolean
}

/** The columns as sortable panels, moved with the pointer or with space and the arrow keys. */
export function ColumnList({ columns, onChange, searchable = false }: ColumnListProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: onePlace }),
  )
  const change = useColumnChange(columns, onChange)
  const names = useNames(columns)
  const accessibility = useMemo(
    () => ({ announcements: announcementsOf(names), screenReaderInstructions: dragInstructions }),
    [names],
  )
  const move = ({ active, over }: DragEndEvent) => {
    const from = names.indexOf(String(active.id))
    const to = over ? names.indexOf(String(over.id)) : -1
    if (from >= 0 && to >= 0 && from !== to) change((now) => arrayMove([...now], from, to))
  }
  const toggle = useCallback((name: string) => {
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(name)) next.add(name)
      return next
    })
  }, [])
  const changeColumn = useCallback(
    (name: string, part: Partial<TableColumn>) =>
      change((now) => now.map((column) => (column.name === name ? { ...column, ...part } : column))),
    [change],
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={accessibility}
      onDragEnd={move}
    >
      <SortableContext items={names} strategy={verticalListSortingStrategy}>
        <ul className={classes.list} aria-label={t('Columns')}>
          {columns.map((column) => (
            <ColumnPanel
              key={column.name}
              column={column}
              searchable={searchable}
              open={open.has(column.name)}
              onToggle={toggle}
              onChange={changeColumn}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

/** Keeps the same array while the names are equal: a new array would render every panel again. */
function useNames(columns: readonly TableColumn[]): string[] {
  const json = JSON.stringify(columns.map(({ name }) => name))
  return useMemo(() => JSON.parse(json) as string[], [json])
}

/** Moves one position per key press, independent of the height of opened panels. */
const onePlace: KeyboardCoordinateGetter = (event, { context }) => {
  const step = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0
  const { active, over, collisionRect, droppableRects } = context
  const { items, index } = (over ?? active)?.data.current?.sortable ?? {}
  if (step === 0 || collisionRect === null || !Array.isArray(items)) return undefined
  event.preventDefault()
  const target = droppableRects.get(items[index + step])
  if (target === undefined) return undefined
  return { x: collisionRect.left, y: target.top + (target.height - collisionRect.height) / 2 }
}

function announcementsOf(names: readonly string[]): Announcements {
  const positionOf = (id: string | number) => names.indexOf(String(id)) + 1
  return {
    onDragStart: ({ active }) => t('Picked up {id}.', { id: active.id }),
    onDragOver: ({ active, over }) =>
      over
        ? t('{id} is now at place {place} of {count}.', {
            id: active.id,
            place: positionOf(over.id),
            count: names.length,
          })
        : undefined,
    onDragEnd: ({ active, over }) =>
      over ? t('{id} was put at place {place}.', { id: active.id, place: positionOf(over.id) }) : undefined,
    onDragCancel: ({ active }) => t('Moving {id} was cancelled.', { id: active.id }),
  }
}

type ColumnsChange = (now: readonly TableColumn[]) => readonly TableColumn[]

/**
 * Applies changes to the latest columns, rendered or not: two fields may report in the same moment and must not undo
 * each other. Returns a stable function, so that panels render only when their column changes.
 */
function useColumnChange(
  columns: readonly TableColumn[],
  onChange: (columns: readonly TableColumn[]) => void,
): (change: ColumnsChange) => void {
  const latest = useRef({ columns, onChange })
  useLayoutEffect(() => {
    latest.current = { columns, onChange }
  }, [columns, onChange])
  return useCallback((change) => {
    const next = change(latest.current.columns)
    latest.current = { ...latest.current, columns: next }
    latest.current.onChange(next)
  }, [])
}
