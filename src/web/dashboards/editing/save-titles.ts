import { mappingsOf } from '#shared/dashboards/parameter-mappings.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { t } from '#shared/messages/translate.ts'
import { runWidgets } from '#web/dashboards/run-widgets.ts'
import type { DashboardDraft } from '#web/dashboards/use-dashboard-draft.ts'
import { complain } from './complain.ts'
import { retitledMappings } from './mapping-form.ts'
import type { SaveWidget } from './use-widget-saves.ts'

/** Saves the new titles, by keyword, in all widgets that share these dashboard parameters. */
export async function saveTitles(
  draft: DashboardDraft,
  saveWidget: SaveWidget,
  titles: ReadonlyMap<string, string>,
): Promise<void> {
  if (titles.size === 0) return
  const retitled = (widget: Widget) => {
    const [mapped] = runWidgets([widget])
    return mapped ? retitledMappings(mappingsOf(mapped), titles) : null
  }
  const concerned = draft.latest().widgets.filter((widget) => retitled(widget) !== null)
  const saved = await Promise.allSettled(
    concerned.map(({ id }) =>
      saveWidget(id, (widget) => {
        const parameterMappings = retitled(widget)
        return parameterMappings === null ? {} : { options: { ...widget.options, parameterMappings } }
      }),
    ),
  )
  const failed = saved.find((one) => one.status === 'rejected')
  if (failed) complain(t('Widget could not be saved'), failed.reason)
}
