import { t } from '#shared/messages/translate.ts'
import {
  createVisualization,
  saveVisualization,
  type Visualization,
} from '#shared/visualizations/visualizations-api.ts'
import { call } from '#web/api/call.ts'
import { notify } from '#web/ui/toast.tsx'

export interface EditedVisualization {
  id: number | null
  type: string
  name: string
  description: string
  options: Record<string, unknown>
}

/** Creates or updates. Resolves to null if that failed; the user has been told. */
export async function storeVisualization(
  queryId: number,
  edited: EditedVisualization,
): Promise<Visualization | null> {
  const { id, type, name, description, options } = edited
  try {
    const saved =
      id === null
        ? await call(createVisualization, { body: { query_id: queryId, type, name, description, options } })
        : await call(saveVisualization, { params: { id }, body: { type, name, description, options } })
    notify.success(t('Visualization saved'))
    return saved
  } catch {
    notify.error(t('Visualization could not be saved'))
    return null
  }
}
