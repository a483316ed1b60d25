import {
  addWidget,
  changeDashboard,
  createNewDashboard,
  shareDashboard,
  starDashboard,
} from '#server/dashboards/index.ts'
import type { Db, Secrets } from '#server/kernel/index.ts'
import { sizesOfType } from '#shared/dashboards/grid.ts'
import { storedPosition } from '#shared/dashboards/stored-grid.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { DemoDashboard, DemoWidget } from './demo-dashboards.ts'

/** Ids of the stored visualizations, by `visualizationKey`. */
export type VisualizationIds = ReadonlyMap<string, number>
export const visualizationKey = (query: string, visualization: string): string => `${query}\n${visualization}`

/** Stores a dashboard of the demo with its widgets, published and as a favorite of the actor. */
export async function seedDashboard(
  needs: { db: Db; secrets: Secrets },
  actor: Actor,
  demo: DemoDashboard,
  visualizations: VisualizationIds,
): Promise<void> {
  const { id } = await createNewDashboard(needs, actor, demo.name)
  for (const widget of demo.widgets) {
    const options = optionsOf(widget)
    if ('text' in widget) await addWidget(needs, actor, { dashboard_id: id, text: widget.text, options })
    else {
      const key = visualizationKey(widget.query, widget.visualization)
      const visualization_id = visualizations.get(key)
      if (visualization_id === undefined) throw new Error(`The demo has no visualization ${key}.`)
      await addWidget(needs, actor, { dashboard_id: id, visualization_id, options })
    }
  }
  const { tabs, parameters } = demo
  await changeDashboard(needs, actor, id, {
    tags: demo.tags,
    options: {
      globalParamOrder: parameters.map(({ name }) => name),
      parameters: [...parameters],
      ...(tabs.length > 0 && { tabs }),
    },
    is_draft: false,
  })
  await starDashboard(needs, actor, id, true)
  if (demo.isShared) await shareDashboard(needs, actor, id)
}

function optionsOf({ place, autoHeight = false, tab }: DemoWidget): Record<string, unknown> {
  const [col, row, sizeX, sizeY] = place
  return {
    isHidden: false,
    position: storedPosition({ ...sizesOfType(), col, row, sizeX, sizeY, autoHeight }),
    parameterMappings: {},
    ...(tab !== undefined && { tab }),
  }
}
