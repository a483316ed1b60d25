import { normalizeValue } from '../parameters/normalize-value.ts'
import { parameterLabel, parameterValues, type StoredParameter } from '../queries/detect-parameters.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { type ParameterMapping, readWidgetOptions } from './widget-options.ts'

export type { ParameterMapping } from './widget-options.ts'

export interface MappedWidget {
  id: number
  options: Readonly<Record<string, unknown>>
  /** of its query: those that its text has, with their definitions */
  parameters: readonly StoredParameter[]
}

/** One mapping for each parameter of the widget's query, in their order; those of parameters that are gone are left out. */
export function mappingsOf(widget: MappedWidget): ParameterMapping[] {
  return mappedParameters(widget).map(({ mapping }) => mapping)
}

/** What a parameter is without a mapping (docs/reference/stored-parameters.md#parameter-mappings). */
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
 * The dashboard's own parameters: one for each name that is mapped to, defined as the first mapped one is, in the order
 * of the options, with the values saved there. A saved value that its type no longer takes does not count.
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
    // under another keyword the label of the parameter's own name would no longer be made from that name
    const title = name === parameter.name ? titleOf(mapping, parameter) : shownTitle(mapping, parameter)
    const own = { ...parameter, name, title }
    const value = saved.has(name) ? (saved.get(name) ?? null) : own.value
    const isTaken = value === null || normalizeValue(own, value) !== null
    found.set(name, { ...own, value: isTaken ? value : own.value })
  }
  return inOrder([...found.values()], options.globalParamOrder)
}

/** The parameters with controls in the widget itself, in the order of its options. */
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

/** Named ones in the order of the names, the others after them as they stand. */
function inOrder(parameters: readonly StoredParameter[], names: readonly string[]): StoredParameter[] {
  const places = new Map(names.map((name, index) => [name, index]))
  const placeOf = ({ name }: StoredParameter) => places.get(name) ?? names.length
  return parameters.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/**
 * The parameters of the widget's query with the values that a run of it gets. `dashboard`: the dashboard's parameters
 * with their applied values; `widgetValues`: applied values of the widget's own, by name.
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
      // two parameters of different types under one name: those of the other type keep their value
      return source?.type === parameter.type ? source.value : parameter.value
    }
  }
}

/** What a run of the widget's query is sent. */
export function valuesOfWidget(
  widget: MappedWidget,
  dashboard: readonly StoredParameter[],
  widgetValues: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return parameterValues(parametersOfRun(widget, dashboard, widgetValues))
}

/** The widgets that take a value from one of these parameters of the dashboard: those that are run when they change. */
export function widgetsMappedTo<W extends MappedWidget>(
  widgets: readonly W[],
  names: readonly string[],
): W[] {
  return widgets.filter((widget) =>
    mappingsOf(widget).some(({ type, mapTo }) => type === 'dashboard-level' && names.includes(mapTo)),
  )
}
