import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { useState } from 'react'
import { ColumnPanel } from './column-panel.tsx'
import classes from './table-editor.module.css'
import type { TableColumn } from './table-options.ts'

interface ColumnListProps {
  columns: readonly TableColumn[]
  onChange(columns: readonly TableColumn[]): void
}

/** The columns as panels that can be moved, with the pointer or with space and the arrow keys. */
export function ColumnList({ columns, onChange }: ColumnListProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const names = columns.map(({ name }) => name)
  const move = ({ active, over }: DragEndEvent) => {
    const from = names.indexOf(String(active.id))
    const to = over ? names.indexOf(String(over.id)) : -1
    if (from >= 0 && to >= 0 && from !== to) onChange(arrayMove([...columns], from, to))
  }
  const toggle = (name: string) => {
    const next = new Set(open)
    if (!next.delete(name)) next.add(name)
    setOpen(next)
  }
  const change = (name: string, part: Partial<TableColumn>) => {
    onChange(columns.map((column) => (column.name === name ? { ...column, ...part } : column)))
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={move}>
      <SortableContext items={names} strategy={verticalListSortingStrategy}>
        <ul className={classes.list} aria-label="Columns">
          {columns.map((column) => (
            <ColumnPanel
              key={column.name}
              column={column}
              open={open.has(column.name)}
              onToggle={() => toggle(column.name)}
              onChange={(part) => change(column.name, part)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}
