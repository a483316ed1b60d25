/** A part of a map in degrees, south-west corner first. */
export interface MapBounds {
  south: number
  west: number
  north: number
  east: number
}

/** Returns `undefined` unless the four numbers enclose an area that a map can show. */
export function mapBounds(
  south: unknown,
  west: unknown,
  north: unknown,
  east: unknown,
): MapBounds | undefined {
  const corners = [south, west, north, east]
  if (!corners.every((degrees) => typeof degrees === 'number' && Number.isFinite(degrees))) return undefined
  const bounds = { south, west, north, east } as MapBounds
  const isOnEarth = bounds.south >= -90 && bounds.north <= 90 && Math.abs(bounds.west) < 3600
  return isOnEarth && bounds.south < bounds.north && bounds.west < bounds.east && bounds.east < 3600
    ? bounds
    : undefined
}

export function boundsOverlap(one: MapBounds, other: MapBounds): boolean {
  return one.south < other.north && other.south < one.north && one.west < other.east && other.west < one.east
}

/** Rounds to six decimals, a tenth of a meter: further digits are noise in stored options. */
export function roundedDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

export function sameBounds(one: MapBounds | null | undefined, other: MapBounds | null | undefined): boolean {
  if (!one || !other) return !one && !other
  return (['south', 'west', 'north', 'east'] as const).every(
    (side) => Math.abs(one[side] - other[side]) < 1e-5,
  )
}

/** The corners of a map; stored as the position of legends. */
export const mapCorners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const

export type MapCorner = (typeof mapCorners)[number]
