import type { EditingParts } from './editing-parts.ts'
import type { SaveWidget } from './use-widget-saves.ts'

/** What every dialog of editing is given. */
export interface EditingDialogProps {
  parts: EditingParts
  saveWidget: SaveWidget
  onClose(): void
}
