import { useCallback, useEffect, useMemo } from 'react'
import { widgetParameters } from '#shared/dashboards/parameter-mappings.ts'
import { dropdownsOfDashboard } from '#web/dashboards/dashboard-dropdowns.ts'
import { useDashboardValues } from '#web/dashboards/use-dashboard-values.ts'
import { PublicContent } from './public-content.tsx'
import { PublicParameters, PublicWidgetParameters } from './public-parameters.tsx'
import type { PublicParts } from './use-public-content.ts'

/** A shared dashboard whose queries take parameters. The address always says the applied values. */
export function ParameterizedContent(parts: PublicParts) {
  const { dashboard, config, runs, runner, address } = parts
  const { text: search, change } = address
  const { parameters, wanted, applyOfWidget, inAddress } = useDashboardValues(runs, dashboard.options, search)
  useEffect(() => change(inAddress), [inAddress, change])
  const dropdowns = useMemo(() => dropdownsOfDashboard('shared', runs, runner.dropdowns), [runs, runner])
  const controlsOf = useCallback(
    (widgetId: number) => {
      const widget = runs.find(({ id }) => id === widgetId)
      if (widget === undefined || widgetParameters(widget).length === 0) return undefined
      return (
        <PublicWidgetParameters
          {...{ widget, config, search }}
          dropdowns={runner.dropdowns({ widgetId, queryId: widget.queryId })}
          onApply={applyOfWidget}
        />
      )
    },
    [runs, runner, config, search, applyOfWidget],
  )
  const controls =
    parameters.all.length === 0 ? null : (
      <PublicParameters {...{ parameters, dropdowns, config, search }} onApply={parameters.apply} />
    )
  return <PublicContent {...parts} wanted={wanted} controls={controls} controlsOf={controlsOf} />
}
