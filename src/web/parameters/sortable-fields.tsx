import {
  type Announcements,
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
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { dragInstructions } from '#visualizations/parts/drag-instructions.ts'
import classes from './parameter-area.module.css'
import type { ArrangedField } from './parameter-area.tsx'

interface SortableFieldsProps {
  fields: readonly ArrangedField[]
  onReorder(names: string[]): void
}

/** Fields that can be reordered by mouse, touch or keyboard. */
export function SortableFields({ fields, onReorder }: SortableFieldsProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const names = fields.map(({ name }) => name)
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [names.indexOf(String(active.id)), names.indexOf(String(over?.id ?? ''))]
    if (from !== -1 && to !== -1 && from !== to) onReorder(arrayMove(names, from, to))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcements(fields), screenReaderInstructions: dragInstructions }}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={names} strategy={rectSortingStrategy}>
        {fields.map((field) => (
          <SortableField key={field.name} field={field} isAlone={fields.length === 1} />
        ))}
      </SortableContext>
    </DndContext>
  )
}

function SortableField({ field, isAlone }: { field: ArrangedField; isAlone: boolean }) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: field.name, attributes: { roleDescription: t('sortable') } })
  const handle = (
    <ActionIcon
      ref={setActivatorNodeRef}
      className={classes.handle}
      size={20}
      variant="subtle"
      color="gray"
      {...attributes}
      {...listeners}
      aria-label={t('Move {label}', { label: field.label })}
    >
      <IconGripVertical size={14} />
    </ActionIcon>
  )
  return (
    <div
      ref={setNodeRef}
      className={isDragging ? `${classes.slot} ${classes.dragged}` : classes.slot}
      data-width={field.width}
      style={{
        transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
        transition,
      }}
    >
      {field.draw(isAlone ? undefined : handle)}
    </div>
  )
}

function announcements(fields: readonly ArrangedField[]): Announcements {
  const labelOf = (id: string | number) => fields.find(({ name }) => name === id)?.label ?? id
  const placeOf = (id: string | number) => fields.findIndex(({ name }) => name === id) + 1
  return {
    onDragStart: ({ active }) => t('Picked up {label}.', { label: labelOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over
        ? t('{label} is now at place {place} of {count}.', {
            label: labelOf(active.id),
            place: placeOf(over.id),
            count: fields.length,
          })
        : undefined,
    onDragEnd: ({ active, over }) =>
      over
        ? t('{label} was put at place {place}.', { label: labelOf(active.id), place: placeOf(over.id) })
        : undefined,
    onDragCancel: ({ active }) => t('Moving {label} was cancelled.', { label: labelOf(active.id) }),
  }
}
