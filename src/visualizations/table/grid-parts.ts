import { part } from '../parts/part.tsx'

/** Loaded when they are opened first. */
export const GridMenu = part(() => import('./grid-menu.tsx'))
export const CellInspector = part(() => import('./cell-inspector.tsx'))
