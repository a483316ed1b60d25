/** A visualization as a version of its query holds it. */
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
  /** some dashboard shows it */
  isShown: boolean
}

export interface RestorePlan {
  /** id of the present one -> what it becomes */
  update: { id: number; values: KeptVisualization }[]
  /** gone since: made anew, under new ids */
  create: KeptVisualization[]
  /** came later; those that a dashboard shows stay, as a restore must not tear holes into pages of others */
  remove: number[]
}

/**
 * How the present visualizations of a query become those of a version of it. One that has been deleted since finds the
 * one that an earlier restore made in its place by type and name, so that restoring twice makes no doubles.
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

/** Takes it out of the list: it stands for one kept visualization only. */
function takeTwin(
  later: PresentVisualization[],
  { type, name }: KeptVisualization,
): PresentVisualization | undefined {
  const place = later.findIndex((one) => one.type === type && one.name === name)
  return place === -1 ? undefined : later.splice(place, 1)[0]
}
