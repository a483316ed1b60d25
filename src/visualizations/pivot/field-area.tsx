import { useDroppable } from '@dnd-kit/core'
import { ActionIcon, Stack, Text, Tooltip } from '@mantine/core'
import {
  IconSortAscendingLetters,
  IconSortAscendingNumbers,
  IconSortDescendingNumbers,
} from '@tabler/icons-react'
import { useId } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { FieldArea as Area, Arrangement, FieldSlot } from './arrange-fields.ts'
import { FieldChip } from './field-chip.tsx'
import classes from './pivot.module.css'
import type { FieldReader } from './pivot-field.ts'
import type { KeyOrder, PivotOptions } from './pivot-options.ts'
import { slotId } from './use-field-drag.ts'

interface FieldAreaProps {
  area: Area
  label: string
  /** fields stand below each other */
  upright: boolean
  arrangement: Arrangement
  options: PivotOptions
  read: FieldReader
  dragged: string | null
  /** before which field the one in the hand would be dropped */
  mark: number | null
  onMove(field: string, slot: FieldSlot): void
  onChange(part: Partial<PivotOptions>): void
}

export function FieldArea(props: FieldAreaProps) {
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

/** Label, value upwards, value downwards: each click takes the next order. */
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
