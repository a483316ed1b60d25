export interface TurnLimits {
  maxWaiting: number
  maxWaitingOfOne: number
}

/** A line in which owners take turns. */
export interface Turns<T> {
  /**
   * `many`: too many of this owner wait; `full`: too many of all. In a full line, an owner with fewer waiting than others
   * takes the place of the last one of the owner with most: `drop` tells that one.
   */
  stand(owner: string, item: T, drop: () => void): 'in' | 'many' | 'full'
  /** takes the next one out of the line; null: nobody waits */
  next(): T | null
}

/**
 * The first one of each owner comes before the second one of any, so that a flood of one owner delays the others by one
 * turn only.
 */
export function takeTurns<T>({ maxWaiting, maxWaitingOfOne }: TurnLimits): Turns<T> {
  const lines = new Map<string, { item: T; drop: () => void }[]>()
  /** the next round of each owner who has been served; an older one no longer matters */
  const rounds = new Map<string, number>()
  let round = 0
  let waiting = 0

  const makeRoom = (mine: number): boolean => {
    let longest: { drop: () => void }[] = []
    for (const line of lines.values()) if (line.length > longest.length) longest = line
    // nobody gives way to an owner who would then have as many
    if (longest.length <= mine + 1) return false
    longest.pop()?.drop()
    waiting--
    return true
  }
  const roundOf = (owner: string) => Math.max(rounds.get(owner) ?? 0, round)
  const noteServed = (owner: string) => {
    round = roundOf(owner)
    rounds.set(owner, round + 1)
    for (const [other, next] of rounds) if (next <= round) rounds.delete(other)
  }

  return {
    stand(owner, item, drop) {
      const own = lines.get(owner) ?? []
      if (own.length >= maxWaitingOfOne) return 'many'
      if (waiting >= maxWaiting && !makeRoom(own.length)) return 'full'
      own.push({ item, drop })
      lines.set(owner, own)
      waiting++
      return 'in'
    },
    next() {
      const owners = [...lines.keys()]
      const [owner] = owners.sort((a, b) => roundOf(a) - roundOf(b))
      const own = owner === undefined ? undefined : lines.get(owner)
      const first = own?.shift()
      if (owner === undefined || own === undefined || first === undefined) return null
      lines.delete(owner)
      if (own.length > 0) lines.set(owner, own)
      waiting--
      noteServed(owner)
      return first.item
    },
  }
}
