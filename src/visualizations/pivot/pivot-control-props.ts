import type { VisualizationData } from '../visualization.ts'
import type { Arrangement, FieldSlot } from './arrange-fields.ts'
import type { FieldReader } from './pivot-field.ts'
import type { PivotOptions } from './pivot-options.ts'

export interface PivotControlsProps {
  data: VisualizationData
  options: PivotOptions
  read: FieldReader
  onChange(part: Partial<PivotOptions>): void
}

export interface FieldChipProps {
  field: string
  slot: FieldSlot
  arrangement: Arrangement
  options: PivotOptions
  read: FieldReader
  /** the dragged field would be dropped before this one */
  marked: boolean
  /** is being dragged */
  lifted: boolean
  onMove(field: string, slot: FieldSlot): void
  onChange(part: Partial<PivotOptions>): void
}
