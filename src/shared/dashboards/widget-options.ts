import { dictionary, storedFields, storedTexts } from './stored-fields.ts'

/** Columns and rows of the grid, from 0. */
export interface WidgetPosition {
  col: number
  row: number
  sizeX: number
  sizeY: number
  autoHeight: boolean
}

/** Where a parameter of a widget's query gets its value (docs/reference/stored-parameters.md#parameter-mappings). */
export interface ParameterMapping {
  /** of the query's parameter */
  name: string
  type: 'dashboard-level' | 'widget-level' | 'static-value'
  /** name of the dashboard's parameter */
  mapTo: string
  /** value of a static parameter */
  value: unknown
  /** '': the parameter's own title */
  title: string
}

export interface WidgetOptions {
  position: Partial<WidgetPosition>
  /** by the name of the query's parameter; has no prototype, so any name is a safe key */
  parameterMappings: Record<string, ParameterMapping>
  paramOrder: string[]
  isHidden: boolean
  /** null: the first tab */
  tab: string | null
}

/** Reads stored options of any version and ignores invalid ones. Never throws. */
export function readWidgetOptions(options: Readonly<Record<string, unknown>>): WidgetOptions {
  const stored = storedFields(options)
  return {
    position: readPosition(stored.position),
    parameterMappings: dictionary(
      Object.entries(storedFields(stored.parameterMappings)).flatMap(([name, mapping]) => {
        const read = readMapping(name, storedFields(mapping))
        return read === null ? [] : [[name, read] as const]
      }),
    ),
    paramOrder: storedTexts(stored.paramOrder),
    isHidden: stored.isHidden === true,
    tab: typeof stored.tab === 'string' && stored.tab !== '' ? stored.tab : null,
  }
}

function readPosition(stored: unknown): Partial<WidgetPosition> {
  const { col, row, sizeX, sizeY, autoHeight } = storedFields(stored)
  return {
    ...wholeNumber('col', col),
    ...wholeNumber('row', row),
    ...wholeNumber('sizeX', sizeX),
    ...wholeNumber('sizeY', sizeY),
    ...(typeof autoHeight === 'boolean' && { autoHeight }),
  }
}

/** Beyond the size of any dashboard, so sums stay exact. */
const farthest = 1_000_000

function wholeNumber(key: 'col' | 'row' | 'sizeX' | 'sizeY', value: unknown): Partial<WidgetPosition> {
  if (typeof value !== 'number' || Number.isNaN(value)) return {}
  // `+ 0`: no negative zero
  return { [key]: Math.round(Math.min(Math.max(value, -farthest), farthest)) + 0 }
}

const mappingTypes = ['dashboard-level', 'widget-level', 'static-value'] as const

function readMapping(name: string, stored: Readonly<Record<string, unknown>>): ParameterMapping | null {
  const type = mappingTypes.find((known) => known === stored.type)
  if (type === undefined) return null
  return {
    name,
    type,
    mapTo: typeof stored.mapTo === 'string' && stored.mapTo !== '' ? stored.mapTo : name,
    value: stored.value ?? null,
    title: typeof stored.title === 'string' ? stored.title : '',
  }
}

export type WidgetKind = 'visualization' | 'restricted' | 'textbox'

export function widgetKind(widget: {
  visualization?: unknown
  restricted?: boolean | undefined
}): WidgetKind {
  if (widget.visualization !== undefined && widget.visualization !== null) return 'visualization'
  return widget.restricted === true ? 'restricted' : 'textbox'
}
