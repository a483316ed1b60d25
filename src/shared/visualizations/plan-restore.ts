/** A visualization in a version of its query. */
export interface KeptVisualization {
  id: number
  type: string
  name: string
  description: string
  options: Record<string, unknown>
}

export interface PresentVisualization {
  id: number
  type: string
  name: string
  /** whether a dashboard shows it */
  isShown: boolean
}

export interface RestorePlan {
  /** id of the current one -> its restored values */
  update: { id: number; values: KeptVisualization }[]
  /** deleted since: created again, with new ids */
  create: KeptVisualization[]
  /** created later; those on a dashboard stay, because a restore must not leave gaps in other pages */
  remove: number[]
}

/**
 * How the current visualizations of a query become those of a version. A deleted one is matched, by type and name, with
 * one that an earlier restore created for it, so that restoring twice creates no duplicates.
 */
export function planRestore(
  kept: readonly KeptVisualization[],
  present: readonly PresentVisualization[],
): RestorePlan {
  const keptIds = new Set(kept.map(({ id }) => id))
  const later = present.filter(({ id }) => !keptIds.has(id))
  const plan: RestorePlan = { update: [], create: [], remove: [] }
  for (const values of kept) {
    const same = present.find(({ id }) => id === values.id) ?? takeTwin(later, values)
    if (same === undefined) plan.create.push(values)
    else plan.update.push({ id: same.id, values })
  }
  plan.remove = later.filter(({ isShown }) => !isShown).map(({ id }) => id)
  return plan
}

/** Removes it from the list: each one matches only one stored visualization. */
function takeTwin(
  later: PresentVisualization[],
  { type, name }: KeptVisualization,
): PresentVisualization | undefined {
  const place = later.findIndex((one) => one.type === type && one.name === name)
  return place === -1 ? undefined : later.splice(place, 1)[0]
}
