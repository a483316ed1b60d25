import type { DashboardSnapshot } from '#shared/dashboards/dashboard-versions-api.ts'

export type KeptWidget = DashboardSnapshot['widgets'][number]

interface PresentWidget {
  id: number
  /** null: a text box */
  visualization_id: number | null
  text: string | null
}

export interface WidgetPlan {
  /** id of the current widget -> its new values */
  update: { id: number; values: KeptWidget }[]
  /** deleted since: created again, with new ids */
  create: KeptWidget[]
  /** added later */
  remove: number[]
}

/**
 * How to turn the widgets of a dashboard into those of a version. A widget deleted since matches the one that an
 * earlier restore created in its place, by its content.
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

/** Removes it from the list, so that it matches only one kept widget. */
function takeTwin(later: PresentWidget[], kept: KeptWidget): number | undefined {
  const place = later.findIndex(
    ({ visualization_id, text }) =>
      visualization_id === kept.visualization_id && (visualization_id !== null || text === kept.text),
  )
  return place === -1 ? undefined : later.splice(place, 1)[0]?.id
}
