import { t } from '#shared/messages/translate.ts'

/** What screen readers say of a list that can be put into another order. */
export const dragInstructions = {
  draggable: t(
    'To pick up an item, press the space bar. Move it with the arrow keys. Press space again to drop it, or escape to cancel.',
  ),
}
