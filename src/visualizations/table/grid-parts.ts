import { part } from '../parts/part.tsx'

/** An open menu: of a column, or of the selected cells at a place in the window. */
export type OpenMenu = { kind: 'column'; column: number } | { kind: 'cell'; x: number; y: number }

/** Loaded when they are opened first. */
export const GridMenu = part(() => import('./grid-menu.tsx'))
export const CellInspector = part(() => import('./cell-inspector.tsx'))
