import { useCallback, useMemo, useState } from 'react'
import { readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import {
  dashboardParameters,
  parametersOfRun,
  widgetParameters,
} from '#shared/dashboards/parameter-mappings.ts'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { searchWithParameters, valueInAddress } from '#shared/parameters/parameter-address.ts'
import type { WantedWidget } from '#web/dashboards/widgets/use-dashboard-results.ts'
import { type Parameters, useParameterValues } from '#web/parameters/use-parameters.ts'
import type { RunWidget } from './run-widgets.ts'

type Values = Readonly<Record<string, unknown>>

export interface DashboardValues {
  /** the dashboard's parameters, with applied and pending values */
  parameters: Parameters
  /** every widget with a query, with the values to run it with */
  wanted: readonly WantedWidget[]
  /** applies values of a widget's own parameters */
  applyOfWidget(widgetId: number, parameters: readonly StoredParameter[]): void
  /** returns the search part of an address with all applied values */
  inAddress(search: Values): Record<string, unknown>
}

/** Keys of a widget's own parameters in the address (docs/reference/stored-parameters.md#addresses). */
export function widgetPrefix(widgetId: number): string {
  return `p_w${widgetId}_`
}

/** The values of all parameters of a dashboard. Only the first `search` is read; it overrides stored values. */
export function useDashboardValues(
  widgets: readonly RunWidget[],
  options: Values,
  search: string,
): DashboardValues {
  const [first] = useState(search)
  const definitions = useMemo(
    () => dashboardParameters(widgets, readDashboardOptions(options)),
    [widgets, options],
  )
  const parameters = useParameterValues(definitions, { search: first })
  const [applied, setApplied] = useState<ReadonlyMap<number, Values>>(new Map())
  const wanted = useMemo(
    () =>
      widgets.map((widget) => {
        const own = { ...valuesInAddress(widget, first), ...applied.get(widget.id) }
        const run = parametersOfRun(widget, parameters.all, own)
        return { widgetId: widget.id, queryId: widget.queryId, parameters: run }
      }),
    [widgets, parameters.all, applied, first],
  )
  const applyOfWidget = useCallback((widgetId: number, changed: readonly StoredParameter[]) => {
    const values = Object.fromEntries(changed.map(({ name, value }) => [name, value]))
    setApplied((current) => new Map(current).set(widgetId, { ...current.get(widgetId), ...values }))
  }, [])
  const inAddress = useCallback(
    (before: Values) => {
      const written = searchWithParameters(before, parameters.all)
      return widgets.reduce((current, widget, place) => {
        const values = new Map(wanted[place]?.parameters.map(({ name, value }) => [name, value]))
        const own = widgetParameters(widget).map((one) => ({ ...one, value: values.get(one.name) ?? null }))
        return own.length === 0 ? current : searchWithParameters(current, own, widgetPrefix(widget.id))
      }, written)
    },
    [widgets, wanted, parameters.all],
  )
  return useMemo(
    () => ({ parameters, wanted, applyOfWidget, inAddress }),
    [parameters, wanted, applyOfWidget, inAddress],
  )
}

function valuesInAddress(widget: RunWidget, search: string): Values {
  const found = widgetParameters(widget).flatMap((parameter) => {
    const value = valueInAddress(search, parameter, widgetPrefix(widget.id))
    return value === undefined ? [] : [[parameter.name, value] as const]
  })
  return Object.fromEntries(found)
}
