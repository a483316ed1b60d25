import { useDraggable, useDroppable } from '@dnd-kit/core'
import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { IconChevronDown, IconFilterFilled, IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { FieldMenu } from './field-menu.tsx'
import classes from './pivot.module.css'
import type { FieldChipProps } from './pivot-control-props.ts'
import { slotId } from './use-field-drag.ts'

/** A field: its name is the drag handle, the button next to it opens its menu. */
export function FieldChip(props: FieldChipProps) {
  const { field, slot, options, marked, lifted } = props
  const [opened, setOpened] = useState(false)
  const droppable = useDroppable({ id: slotId(slot) })
  const draggable = useDraggable({ id: field, attributes: { roleDescription: t('draggable') } })
  const { valueFilter } = options
  const isFiltered = Object.hasOwn(valueFilter, field) && Object.keys(valueFilter[field] ?? {}).length > 0
  const menuName = isFiltered ? t('Menu of {field}, filtered', { field }) : t('Menu of {field}', { field })
  return (
    <div
      ref={droppable.setNodeRef}
      className={classes.chip}
      data-field={field}
      data-marked={marked || undefined}
      data-lifted={lifted || undefined}
    >
      <button
        ref={draggable.setNodeRef}
        type="button"
        className={classes.grip}
        {...draggable.attributes}
        {...draggable.listeners}
      >
        <IconGripVertical size={12} aria-hidden />
        <span className={classes.chipName} title={field}>
          {field === '' ? t('(no name)') : field}
        </span>
      </button>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        shadow="md"
        width={260}
        trapFocus
        returnFocus
        withinPortal
        // the target is a tooltip, which does not pass on the id that labels would need
        withRoles={false}
      >
        <Popover.Target>
          <Tooltip label={menuName} openDelay={300} disabled={opened}>
            <ActionIcon
              variant="subtle"
              color={isFiltered ? undefined : 'gray'}
              size={22}
              aria-label={menuName}
              aria-haspopup="dialog"
              aria-expanded={opened}
              data-menu-of={field}
              onClick={() => setOpened(!opened)}
            >
              {isFiltered ? (
                <IconFilterFilled size={12} aria-hidden />
              ) : (
                <IconChevronDown size={12} aria-hidden />
              )}
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown p="xs" role="dialog" aria-label={menuName}>
          <FieldMenu {...props} onClose={() => setOpened(false)} />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

/** The appearance of the dragged field. */
export function ChipShape({ field }: { field: string }) {
  return (
    <div className={classes.chip} data-flying>
      <span className={classes.grip}>
        <IconGripVertical size={12} aria-hidden />
        <span className={classes.chipName}>{field === '' ? t('(no name)') : field}</span>
      </span>
    </div>
  )
}
