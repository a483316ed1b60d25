import { QueryClientProvider } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { widgetParameters } from '#shared/dashboards/parameter-mappings.ts'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { isHiddenByAddress } from '#shared/parameters/parameter-address.ts'
import type { ClientConfig } from '#shared/session/session-api.ts'
import { queryClient } from '#web/api/query-client.ts'
import { dropdownsOfDashboard } from '#web/dashboards/dashboard-dropdowns.ts'
import type { RunWidget } from '#web/dashboards/run-widgets.ts'
import { useDashboardValues, widgetPrefix } from '#web/dashboards/use-dashboard-values.ts'
import type { DropdownSource } from '#web/parameters/dropdown-source.ts'
import { ParameterArea } from '#web/parameters/parameter-area.tsx'
import { type Parameters, useParameterValues } from '#web/parameters/use-parameters.ts'
import { PublicContent } from './public-content.tsx'
import type { PublicParts } from './use-public-content.ts'

/** A shared dashboard whose queries take parameters. The address always holds the applied values. */
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
          widget={widget}
          config={config}
          search={search}
          dropdowns={runner.dropdowns({ widgetId, queryId: widget.queryId })}
          onApply={applyOfWidget}
        />
      )
    },
    [runs, runner, config, search, applyOfWidget],
  )
  const controls =
    parameters.all.length === 0 ? null : (
      <PublicParameters
        parameters={parameters}
        dropdowns={dropdowns}
        config={config}
        search={search}
        onApply={parameters.apply}
      />
    )
  return <PublicContent {...parts} wanted={wanted} controls={controls} controlsOf={controlsOf} />
}

interface PublicParametersProps {
  parameters: Parameters
  dropdowns: DropdownSource
  config: ClientConfig
  /** search part of the address, which may hide some controls */
  search: string
  onApply(): void
}

/** Controls of parameters. A separate chunk, because most dashboards have none. */
function PublicParameters({ config, search, ...area }: PublicParametersProps) {
  const { dateFormat, timeZone } = config
  const settings = useMemo(() => ({ dateFormat, timeZone }), [dateFormat, timeZone])
  return (
    <QueryClientProvider client={queryClient}>
      <ParameterArea {...area} settings={settings} isHidden={(name) => isHiddenByAddress(search, name)} />
    </QueryClientProvider>
  )
}

interface WidgetParametersProps extends Omit<PublicParametersProps, 'parameters' | 'onApply'> {
  widget: RunWidget
  onApply(widgetId: number, parameters: readonly StoredParameter[]): void
}

/** The controls of one widget, shown inside it. */
function PublicWidgetParameters({ widget, onApply, ...area }: WidgetParametersProps) {
  const definitions = useMemo(() => widgetParameters(widget), [widget])
  // from then on, the address is written from the applied values
  const [search] = useState(area.search)
  const parameters = useParameterValues(definitions, { search, prefix: widgetPrefix(widget.id) })
  return (
    <PublicParameters
      {...area}
      parameters={parameters}
      onApply={() => onApply(widget.id, parameters.apply().parameters)}
    />
  )
}
