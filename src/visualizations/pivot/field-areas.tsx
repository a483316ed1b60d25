import { DndContext, DragOverlay } from '@dnd-kit/core'
import { Portal, VisuallyHidden } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import {
  areaNames,
  arrangementOf,
  type FieldSlot,
  fieldAreas,
  moveField,
  slotName,
} from './arrange-fields.ts'
import { FieldArea } from './field-area.tsx'
import { ChipShape } from './field-chip.tsx'
import classes from './pivot.module.css'
import type { PivotControlsProps } from './pivot-control-props.ts'
import { useFieldDrag } from './use-field-drag.ts'

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
    // the menu's button was drawn anew in another area: the focus follows it there
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
