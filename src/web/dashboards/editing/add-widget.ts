import type { GridItem } from '#shared/dashboards/grid.ts'
import type { ParameterMapping } from '#shared/dashboards/parameter-mappings.ts'
import { newPosition } from '#shared/dashboards/stored-grid.ts'
import { createWidget } from '#shared/dashboards/widgets-api.ts'
import { findVisualizationType } from '#visualizations/registry.ts'
import { call } from '#web/api/call.ts'
import { tellUnsafeShares } from '#web/dashboards/tell-unsafe-shares.ts'
import type { EditingParts } from './editing-parts.ts'

interface NewWidget {
  text?: string
  visualization?: { id: number; type: string }
  parameterMappings?: Record<string, ParameterMapping>
}

/** Auto-height, until a user sets a height. */
const rulesOfTextbox = { autoHeight: true }

/**
 * Stores a widget below those of the shown grid and adds it to the page. Returns the items with it: the page shows it
 * later, and the next widget goes below. Rejects with ApiError.
 */
export async function addWidget(
  parts: EditingParts,
  widget: NewWidget,
  items: readonly GridItem[] = parts.items,
): Promise<readonly GridItem[]> {
  const { draft, tab } = parts
  const { text = '', visualization, parameterMappings = {} } = widget
  const rules = visualization ? findVisualizationType(visualization.type)?.layout : rulesOfTextbox
  const position = newPosition(items, rules)
  const added = await call(createWidget, {
    body: {
      dashboard_id: draft.latest().id,
      visualization_id: visualization?.id ?? null,
      text,
      width: 1,
      options: {
        isHidden: false,
        position,
        parameterMappings,
        ...(tab !== null && { tab }),
      },
    },
  })
  draft.putWidget(added)
  if (added.visualization?.query.is_safe === false) void tellUnsafeShares(added.visualization.query.id)
  return [...items, { ...position, id: added.id }]
}
