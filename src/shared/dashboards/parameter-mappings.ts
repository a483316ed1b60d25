import { parameterLabel, parameterValues, type StoredParameter } from '../parameters/detect-parameters.ts'
import { normalizeValue } from '../parameters/normalize-value.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { type ParameterMapping, readWidgetOptions } from './widget-options.ts'

export type { ParameterMapping } from './widget-options.ts'

export interface MappedWidget {
  id: number
  options: Readonly<Record<string, unknown>>
  /** the parameters in the query's text, with their definitions */
  parameters: readonly StoredParameter[]
}

/** One mapping for each parameter of the widget's query, in their order. Mappings of removed parameters are left out. */
export function mappingsOf(widget: MappedWidget): ParameterMapping[] {
  return mappedParameters(widget).map(({ mapping }) => mapping)
}

/** The default mapping of a parameter (docs/reference/stored-parameters.md#parameter-mappings). */
export function defaultMapping({ name, global }: Pick<StoredParameter, 'name' | 'global'>): ParameterMapping {
  return { name, type: global ? 'dashboard-level' : 'widget-level', mapTo: name, value: null, title: '' }
}

function mappedParameters(widget: MappedWidget): { parameter: StoredParameter; mapping: ParameterMapping }[] {
  const { parameterMappings } = readWidgetOptions(widget.options)
  return widget.parameters.map((parameter) => ({
    parameter,
    mapping: parameterMappings[parameter.name] ?? defaultMapping(parameter),
  }))
}

/**
 * The dashboard's own parameters: one for each mapped name, defined by the first parameter mapped to it, ordered by
 * the options and with the values saved there. A saved value that its type no longer accepts is ignored.
 */
export function dashboardParameters(
  widgets: readonly MappedWidget[],
  options: DashboardOptions,
): StoredParameter[] {
  const saved = new Map(options.parameters.map(({ name, value }) => [name, value]))
  const found = new Map<string, StoredParameter>()
  for (const { parameter, mapping } of widgets.flatMap(mappedParameters)) {
    const name = mapping.mapTo
    if (mapping.type !== 'dashboard-level' || found.has(name)) continue
    // keep the label derived from the parameter's own name when the keyword differs
    const title = name === parameter.name ? titleOf(mapping, parameter) : shownTitle(mapping, parameter)
    const own = { ...parameter, name, title }
    const value = saved.has(name) ? (saved.get(name) ?? null) : own.value
    const isTaken = value === null || normalizeValue(own, value) !== null
    found.set(name, { ...own, value: isTaken ? value : own.value })
  }
  return inOrder([...found.values()], options.globalParamOrder)
}

/** The parameters whose controls are in the widget itself, in the order of its options. */
export function widgetParameters(widget: MappedWidget): StoredParameter[] {
  const own = mappedParameters(widget)
    .filter(({ mapping }) => mapping.type === 'widget-level')
    .map(({ parameter, mapping }) => ({ ...parameter, title: titleOf(mapping, parameter) }))
  return inOrder(own, readWidgetOptions(widget.options).paramOrder)
}

function shownTitle(mapping: ParameterMapping, parameter: StoredParameter): string {
  return parameterLabel({ ...parameter, title: titleOf(mapping, parameter) })
}

function titleOf(mapping: ParameterMapping, parameter: StoredParameter): string {
  return mapping.title.trim() === '' ? parameter.title : mapping.title
}

/** Listed names first, in list order; the others follow in their existing order. */
function inOrder(parameters: readonly StoredParameter[], names: readonly string[]): StoredParameter[] {
  const places = new Map(names.map((name, index) => [name, index]))
  const placeOf = ({ name }: StoredParameter) => places.get(name) ?? names.length
  return parameters.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/**
 * The parameters of the widget's query with the values for a run. `dashboard`: the dashboard's parameters with their
 * applied values. `widgetValues`: applied values of the widget's own parameters, by name.
 */
export function parametersOfRun(
  widget: MappedWidget,
  dashboard: readonly StoredParameter[],
  widgetValues: Readonly<Record<string, unknown>>,
): StoredParameter[] {
  const ofDashboard = new Map(dashboard.map((parameter) => [parameter.name, parameter]))
  return mappedParameters(widget).map(({ parameter, mapping }) => {
    const given = givenValue(parameter, mapping, ofDashboard, widgetValues)
    return { ...parameter, value: normalizeValue(parameter, given) }
  })
}

function givenValue(
  parameter: StoredParameter,
  mapping: ParameterMapping,
  dashboard: ReadonlyMap<string, StoredParameter>,
  widgetValues: Readonly<Record<string, unknown>>,
): unknown {
  switch (mapping.type) {
    case 'static-value':
      return mapping.value
    case 'widget-level':
      return Object.hasOwn(widgetValues, parameter.name) ? widgetValues[parameter.name] : parameter.value
    case 'dashboard-level': {
      const source = dashboard.get(mapping.mapTo)
      // parameters of different types share this name: one of the other type keeps its own value
      return source?.type === parameter.type ? source.value : parameter.value
    }
  }
}

/** The parameter values to send with a run of the widget's query. */
export function valuesOfWidget(
  widget: MappedWidget,
  dashboard: readonly StoredParameter[],
  widgetValues: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return parameterValues(parametersOfRun(widget, dashboard, widgetValues))
}

/** The widgets to run when one of these dashboard parameters changes. */
export function widgetsMappedTo<W extends MappedWidget>(
  widgets: readonly W[],
  names: readonly string[],
): W[] {
  return widgets.filter((widget) =>
    mappingsOf(widget).some(({ type, mapTo }) => type === 'dashboard-level' && names.includes(mapTo)),
  )
}
