import { t } from '#shared/messages/translate.ts'
import type { PivotOptions } from './pivot-options.ts'

/** The areas of fields: rows, columns, or unused. */
export const fieldAreas = ['unused', 'cols', 'rows'] as const
export type FieldArea = (typeof fieldAreas)[number]

export const areaNames: Readonly<Record<FieldArea, string>> = {
  unused: t('Unused fields'),
  cols: t('Columns'),
  rows: t('Rows'),
}

export type Arrangement = Readonly<Record<FieldArea, readonly string[]>>

/** A drop position: before the field that currently has this index. */
export interface FieldSlot {
  area: FieldArea
  index: number
}

type Fields = Pick<PivotOptions, 'rows' | 'cols' | 'hiddenAttributes' | 'hiddenFromDragDrop'>

/** Groups fields by area. Fields missing in the result keep their area; hidden ones are left out. */
export function arrangementOf(columns: readonly { name: string }[], options: Fields): Arrangement {
  const { rows, cols } = options
  const hidden = new Set([...options.hiddenAttributes, ...options.hiddenFromDragDrop])
  const shown = (names: readonly string[]) => names.filter((name) => !hidden.has(name))
  const used = new Set([...rows, ...cols])
  return {
    unused: shown(columns.map(({ name }) => name).filter((name) => !used.has(name))),
    cols: shown(cols.filter((name) => !rows.includes(name))),
    rows: shown(rows),
  }
}

export function slotOf(arrangement: Arrangement, field: string): FieldSlot | null {
  for (const area of fieldAreas) {
    const index = arrangement[area].indexOf(field)
    if (index >= 0) return { area, index }
  }
  return null
}

/** Rows and columns after moving a field into a slot. Hidden fields stay at the front. */
export function moveField(
  arrangement: Arrangement,
  options: Pick<PivotOptions, 'rows' | 'cols'>,
  field: string,
  slot: FieldSlot,
): Pick<PivotOptions, 'rows' | 'cols'> {
  const moved = (area: 'rows' | 'cols'): string[] => {
    const shown = arrangement[area]
    const hidden = options[area].filter((name) => name !== field && !shown.includes(name))
    const before = shown.filter((name, index) => name !== field && (slot.area !== area || index < slot.index))
    const after = shown.filter((name, index) => name !== field && slot.area === area && index >= slot.index)
    return [...hidden, ...before, ...(slot.area === area ? [field] : []), ...after]
  }
  return { rows: moved('rows'), cols: moved('cols') }
}

/** The slot one position to the left or right in the same area; null at the end. */
export function slotBeside(arrangement: Arrangement, field: string, step: -1 | 1): FieldSlot | null {
  const slot = slotOf(arrangement, field)
  if (!slot || slot.area === 'unused') return null
  const target = slot.index + step
  if (target < 0 || target >= arrangement[slot.area].length) return null
  // a slot is before a field, so moving right skips the next field
  return { area: slot.area, index: step < 0 ? target : target + 1 }
}

export type SlotKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** The next slot for a field dragged with arrow keys: within its area, or in the area above or below. */
export function slotAfterKey(
  arrangement: Arrangement,
  field: string,
  slot: FieldSlot,
  key: SlotKey,
): FieldSlot {
  const step = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1
  const along = key === 'ArrowLeft' || key === 'ArrowRight'
  const area = along ? slot.area : (fieldAreas[fieldAreas.indexOf(slot.area) + step] ?? slot.area)
  if (!along && area === slot.area) return slot
  // indexes without the field itself, so that every step has an effect
  const own = arrangement[area].indexOf(field)
  const others = arrangement[area].length - (own < 0 ? 0 : 1)
  const place = along ? placeWithout(arrangement, field, slot) + step : placeWithout(arrangement, field, slot)
  const next = Math.max(0, Math.min(others, place))
  return { area, index: own >= 0 && next > own ? next + 1 : next }
}

function placeWithout(arrangement: Arrangement, field: string, { area, index }: FieldSlot): number {
  const own = arrangement[area].indexOf(field)
  return own >= 0 && index > own ? index - 1 : index
}

/** The position of the field after a drop, such as `Rows, place 2 of 3`. */
export function slotName(arrangement: Arrangement, field: string, { area, index }: FieldSlot): string {
  if (area === 'unused') return areaNames.unused
  const others = arrangement[area].filter((name) => name !== field)
  const place = placeWithout(arrangement, field, { area, index }) + 1
  return t('{value}, place {place} of {count}', { value: areaNames[area], place, count: others.length + 1 })
}
