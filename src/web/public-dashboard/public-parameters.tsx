import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { widgetParameters } from '#shared/dashboards/parameter-mappings.ts'
import { isHiddenByAddress } from '#shared/parameters/parameter-address.ts'
import type { StoredParameter } from '#shared/queries/detect-parameters.ts'
import type { ClientConfig } from '#shared/session/session-api.ts'
import { queryClient } from '#web/api/query-client.ts'
import type { RunWidget } from '#web/dashboards/run-widgets.ts'
import { widgetPrefix } from '#web/dashboards/use-dashboard-values.ts'
import type { DropdownSource } from '#web/parameters/dropdown-source.ts'
import { ParameterArea } from '#web/parameters/parameter-area.tsx'
import { type Parameters, useParameterValues } from '#web/parameters/use-parameters.ts'

interface PublicParametersProps {
  parameters: Parameters
  dropdowns: DropdownSource
  config: ClientConfig
  /** search part of the address: it may hide some */
  search: string
  onApply(): void
}

/** Controls of parameters. A chunk of its own: most dashboards have none. */
export function PublicParameters({ config, search, ...area }: PublicParametersProps) {
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

/** Those of one widget, in it. */
export function PublicWidgetParameters({ widget, onApply, ...area }: WidgetParametersProps) {
  const definitions = useMemo(() => widgetParameters(widget), [widget])
  // the address has said the applied values since the page was opened
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
