/** Where something may stand on a map; stored as the position of legends. */
export const mapCorners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const

export type MapCorner = (typeof mapCorners)[number]
