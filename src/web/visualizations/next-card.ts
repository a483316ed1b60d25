/** Where a card is, in pixels. */
export interface CardPlace {
  left: number
  top: number
}

/** The card that a key leads to from another one; null: the key does nothing here. */
export function nextCard(key: string, at: number, places: readonly CardPlace[]): number | null {
  const here = places[at]
  if (!here) return null
  const last = places.length - 1
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, at + 1)
    case 'ArrowLeft':
      return Math.max(0, at - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowDown':
    case 'ArrowUp':
      return inNextRow(key === 'ArrowDown' ? 1 : -1, here, places) ?? at
    default:
      return null
  }
}

/** The card of the row below or above that is nearest to the same column. */
function inNextRow(direction: 1 | -1, here: CardPlace, places: readonly CardPlace[]): number | null {
  const away = ({ top }: CardPlace) => (top - here.top) * direction
  const rows = places.map(away).filter((distance) => distance > 1)
  if (rows.length === 0) return null
  const nearest = Math.min(...rows)
  let best: number | null = null
  for (const [index, place] of places.entries()) {
    if (Math.abs(away(place) - nearest) > 1) continue
    const aside = (one: number) => Math.abs((places[one]?.left ?? 0) - here.left)
    if (best === null || aside(index) < aside(best)) best = index
  }
  return best
}
