import { t } from '#shared/messages/translate.ts'

/** Screen reader instructions for a sortable list. */
export const dragInstructions = {
  draggable: t(
    'To pick up an item, press the space bar. Move it with the arrow keys. Press space again to drop it, or escape to cancel.',
  ),
}
