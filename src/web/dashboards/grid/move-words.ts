import type { GridItem } from '#shared/dashboards/grid.ts'
import { plural, t } from '#shared/messages/translate.ts'

/** What people hear of a move with the keyboard. Columns and rows count from 1. */
export function placeWords(label: string, { col, row, sizeX, sizeY }: GridItem): string {
  const wide = plural(sizeX, { one: '{count} column wide', other: '{count} columns wide' })
  const high = plural(sizeY, { one: '{count} row high', other: '{count} rows high' })
  return t('{label}: column {col}, row {row}, {wide}, {high}', {
    label,
    col: col + 1,
    row: row + 1,
    wide,
    high,
  })
}

export const moveHelp = t(
  'Press Enter or Space to pick the widget up. Then move it with the arrow keys, resize it with Shift and the arrow keys, drop it with Enter, or cancel with Escape.',
)
