import type { GridItem } from '#shared/dashboards/grid.ts'

/** What people hear of a move with the keyboard. Columns and rows count from 1. */
export function placeWords(label: string, { col, row, sizeX, sizeY }: GridItem): string {
  const wide = `${sizeX} ${sizeX === 1 ? 'column' : 'columns'} wide`
  const high = `${sizeY} ${sizeY === 1 ? 'row' : 'rows'} high`
  return `${label}: column ${col + 1}, row ${row + 1}, ${wide}, ${high}`
}

export const moveHelp =
  'Press Enter or Space to pick the widget up. Then move it with the arrow keys, resize it with Shift and the arrow keys, drop it with Enter, or cancel with Escape.'
