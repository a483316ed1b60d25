import type { DashboardSnapshot } from '#shared/dashboards/dashboard-versions-api.ts'

export type KeptWidget = DashboardSnapshot['widgets'][number]

interface PresentWidget {
  id: number
  /** null: a text box */
  visualization_id: number | null
  text: string | null
}

export interface WidgetPlan {
  /** id of the present one -> what it becomes */
  update: { id: number; values: KeptWidget }[]
  /** gone since: made anew, under new ids */
  create: KeptWidget[]
  /** came later */
  remove: number[]
}

/**
 * How the widgets of a dashboard become those of a version of it. One that has been removed since finds the one that an
 * earlier restore made in its place, by what it shows.
 */
export function planWidgets(kept: readonly KeptWidget[], present: readonly PresentWidget[]): WidgetPlan {
  const keptIds = new Set(kept.map(({ id }) => id))
  const presentIds = new Set(present.map(({ id }) => id))
  const later = present.filter(({ id }) => !keptIds.has(id))
  const plan: WidgetPlan = { update: [], create: [], remove: [] }
  for (const values of kept) {
    const id = presentIds.has(values.id) ? values.id : takeTwin(later, values)
    if (id === undefined) plan.create.push(values)
    else plan.update.push({ id, values })
  }
  plan.remove = later.map(({ id }) => id)
  return plan
}

/** Takes it out of the list: it stands for one kept widget only. */
function takeTwin(later: PresentWidget[], kept: KeptWidget): number | undefined {
  const place = later.findIndex(
    ({ visualization_id, text }) =>
      visualization_id === kept.visualization_id && (visualization_id !== null || text === kept.text),
  )
  return place === -1 ? undefined : later.splice(place, 1)[0]?.id
}
