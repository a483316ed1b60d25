import { DndContext, DragOverlay, useDroppable } from '@dnd-kit/core'
import { ActionIcon, Portal, Stack, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import {
  IconSortAscendingLetters,
  IconSortAscendingNumbers,
  IconSortDescendingNumbers,
} from '@tabler/icons-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import {
  type FieldArea as Area,
  type Arrangement,
  areaNames,
  arrangementOf,
  type FieldSlot,
  fieldAreas,
  moveField,
  slotName,
} from './arrange-fields.ts'
import { ChipShape, FieldChip } from './field-chip.tsx'
import classes from './pivot.module.css'
import type { PivotControlsProps } from './pivot-control-props.ts'
import type { FieldReader } from './pivot-field.ts'
import type { KeyOrder, PivotOptions } from './pivot-options.ts'
import { slotId, useFieldDrag } from './use-field-drag.ts'

/** Three areas; fields are moved with the pointer, with space and the arrow keys, or by their menus. */
export function FieldAreas({ data, options, read, onChange }: PivotControlsProps) {
  const box = useRef<HTMLDivElement>(null)
  const arrangement = useMemo(() => arrangementOf(data.columns, options), [data.columns, options])
  const [spoken, setSpoken] = useState('')
  const moved = useRef<string | null>(null)
  const move = (field: string, slot: FieldSlot) => onChange(moveField(arrangement, options, field, slot))
  const drag = useFieldDrag(arrangement, move)
  const moveByMenu = (field: string, slot: FieldSlot) => {
    moved.current = field
    setSpoken(
      t('{field} was moved: {arrangement}.', { field, arrangement: slotName(arrangement, field, slot) }),
    )
    move(field, slot)
  }
  useEffect(() => {
    // the menu button was rendered in another area: move the focus there
    if (moved.current === null || !arrangement) return
    box.current?.querySelector<HTMLElement>(`[data-menu-of="${CSS.escape(moved.current)}"]`)?.focus()
    moved.current = null
  }, [arrangement])
  const upright = arrangement.unused.join('').length > options.unusedOrientationCutoff
  return (
    <DndContext {...drag.context}>
      <div ref={box} className={classes.areas}>
        {fieldAreas.map((area) => (
          <FieldArea
            key={area}
            area={area}
            label={areaNames[area]}
            upright={area === 'unused' && upright}
            arrangement={arrangement}
            options={options}
            read={read}
            dragged={drag.dragged}
            mark={drag.slot?.area === area ? drag.slot.index : null}
            onMove={moveByMenu}
            onChange={onChange}
          />
        ))}
      </div>
      <Portal>
        <DragOverlay dropAnimation={null}>
          {drag.dragged === null ? null : <ChipShape field={drag.dragged} />}
        </DragOverlay>
      </Portal>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </DndContext>
  )
}

interface FieldAreaProps {
  area: Area
  label: string
  /** fields are stacked */
  upright: boolean
  arrangement: Arrangement
  options: PivotOptions
  read: FieldReader
  dragged: string | null
  /** index of the field before which the dragged one would be dropped */
  mark: number | null
  onMove(field: string, slot: FieldSlot): void
  onChange(part: Partial<PivotOptions>): void
}

function FieldArea(props: FieldAreaProps) {
  const { area, label, upright, arrangement, options, dragged, mark, onChange } = props
  const fields = arrangement[area]
  const { setNodeRef } = useDroppable({ id: slotId({ area, index: fields.length }) })
  const id = useId()
  return (
    <Stack gap={2} className={classes.area} data-area={area} role="group" aria-labelledby={id}>
      <div className={classes.areaHead}>
        <Text id={id} size="xs" c="dimmed" fw={500}>
          {label}
        </Text>
        {area === 'unused' ? null : (
          <OrderButton area={area} label={label} options={options} onChange={onChange} />
        )}
      </div>
      <div
        ref={setNodeRef}
        className={classes.chips}
        data-upright={upright || undefined}
        data-over={mark !== null || undefined}
      >
        {fields.map((field, index) => (
          <FieldChip
            key={field}
            field={field}
            slot={{ area, index }}
            marked={mark === index}
            lifted={dragged === field}
            {...props}
          />
        ))}
        {fields.length === 0 ? (
          <Text size="xs" c="dimmed" className={classes.hint}>
            {area === 'unused' ? t('All fields are used') : t('Drop fields here')}
          </Text>
        ) : null}
        {mark === fields.length ? <span className={classes.endMark} /> : null}
      </div>
    </Stack>
  )
}

const orders: Readonly<
  Record<KeyOrder, { text: string; next: KeyOrder; icon: typeof IconSortAscendingLetters }>
> = {
  key_a_to_z: { text: t('by label'), next: 'value_a_to_z', icon: IconSortAscendingLetters },
  value_a_to_z: { text: t('by value, smallest first'), next: 'value_z_to_a', icon: IconSortAscendingNumbers },
  value_z_to_a: { text: t('by value, largest first'), next: 'key_a_to_z', icon: IconSortDescendingNumbers },
}

interface OrderButtonProps {
  area: 'rows' | 'cols'
  label: string
  options: PivotOptions
  onChange(part: Partial<PivotOptions>): void
}

/** Cycles through the orders: by label, value ascending, value descending. */
function OrderButton({ area, label, options, onChange }: OrderButtonProps) {
  const { text, next, icon: Icon } = orders[area === 'rows' ? options.rowOrder : options.colOrder]
  const name = t('Order of {label}: {text}', { label: label.toLowerCase(), text })
  return (
    <Tooltip label={name} openDelay={300}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={name}
        onClick={() => onChange(area === 'rows' ? { rowOrder: next } : { colOrder: next })}
      >
        <Icon size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
