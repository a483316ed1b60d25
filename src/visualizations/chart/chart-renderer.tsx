import { Suspense, useMemo, useRef, useState } from 'react'
import { locale, plural, t } from '#shared/messages/translate.ts'
import { part } from '#visualizations/parts/part.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { useBoxSize } from '../parts/use-box-size.ts'
import { useVisualizationTheme } from '../parts/use-visualization-theme.ts'
import { visibleOn } from '../parts/visible-color.ts'
import type { VisualizationTheme } from '../parts/visualization-theme.ts'
import type { RendererProps } from '../visualization.ts'
import classes from './chart.module.css'
import { missingColumns } from './chart-editor-rules.ts'
import { ChartLegend, type LegendItem } from './chart-legend.tsx'
import { type CartesianModel, type ChartModel, chartModel } from './chart-model.ts'
import { type ChartOptions, seriesTypeNames } from './chart-options.ts'
import type { PieModel } from './chart-pie.ts'
import { ChartPlot } from './chart-plot.tsx'
import { chartTable } from './chart-table.ts'

const HeatmapPlot = part(() => import('./heatmap-plot.tsx'))
const CustomPlot = part(() => import('./custom-plot.tsx'))

const nothingHidden: ReadonlySet<string> = new Set()
/** Up to this width, in pixels, the legend is below the plot. */
const narrow = 600

type Drawn = CartesianModel | PieModel

export default function ChartRenderer(props: RendererProps<ChartOptions>) {
  const { data, options, place, settings } = props
  const [hidden, setHidden] = useState(nothingHidden)
  const model = useMemo(() => chartModel(data, options, settings, hidden), [data, options, settings, hidden])
  return (
    <div className={classes.chart} data-place={place}>
      <ChartByKind {...props} model={model} onHiddenChange={setHidden} />
      <WithoutX model={model} />
      <Missing {...props} isEmpty={isEmpty(model)} />
    </div>
  )
}

/** Says which columns to choose: when nothing is drawn, and in the editor's preview whenever some are missing. */
function Missing({ data, options, place, isEmpty }: RendererProps<ChartOptions> & { isEmpty: boolean }) {
  const missing = missingColumns(data, options)
  if (missing === null || (place !== 'editor' && !isEmpty)) return null
  return (
    <p className={classes.missing} data-over={isEmpty || undefined}>
      {missing}
    </p>
  )
}

function WithoutX({ model }: { model: ChartModel }) {
  if (!('withoutX' in model) || model.withoutX === undefined) return null
  const count = model.withoutX
  return (
    <p className={classes.note}>
      {plural(
        count,
        {
          one: '1 row without a value on the X axis is not drawn.',
          other: '{count} rows without a value on the X axis are not drawn.',
        },
        { count: count.toLocaleString(locale) },
      )}
    </p>
  )
}

function isEmpty(model: ChartModel): boolean {
  switch (model.kind) {
    case 'cartesian':
      return model.traces.every(({ points }) => points.length === 0)
    case 'pie':
      return model.donuts.length === 0
    case 'heatmap':
      return model.cells.length === 0
    case 'custom':
      return false
  }
}

interface ChartByKindProps extends RendererProps<ChartOptions> {
  model: ChartModel
  onHiddenChange(hidden: ReadonlySet<string>): void
}

/** Draws each kind of model with its own component. */
function ChartByKind({ model, ...props }: ChartByKindProps) {
  switch (model.kind) {
    case 'cartesian':
    case 'pie':
      return <DrawnChart {...props} model={model} />
    case 'heatmap':
      return (
        <Suspense fallback={null}>
          <HeatmapPlot model={model} options={props.options} name={props.name} />
        </Suspense>
      )
    case 'custom':
      return (
        <Suspense fallback={null}>
          <CustomPlot model={model} name={props.name} place={props.place} />
        </Suspense>
      )
  }
}

interface DrawnChartProps extends RendererProps<ChartOptions> {
  model: Drawn
  onHiddenChange(hidden: ReadonlySet<string>): void
}

function DrawnChart({ model, options, name, onHiddenChange }: DrawnChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useVisualizationTheme(box)
  const width = useBoxSize(box)?.width ?? 0
  const below = options.legend.placement === 'below' || width <= narrow
  const table = useMemo(() => chartTable(model), [model])
  const items = theme && options.legend.enabled ? legendItems(model, theme) : []
  return (
    <>
      <div ref={box} className={classes.layout} data-legend={below ? 'below' : 'right'}>
        {theme && width > 0 ? (
          <ChartPlot
            model={model}
            options={options}
            theme={theme}
            label={description(model, options, name)}
          />
        ) : null}
        {items.length > 0 ? (
          <ChartLegend
            items={items}
            reversed={options.legend.traceorder === 'reversed'}
            onHiddenChange={onHiddenChange}
          />
        ) : null}
      </div>
      <DataTable table={table} name={name} />
    </>
  )
}

function legendItems(model: Drawn, theme: VisualizationTheme): LegendItem[] {
  const items = model.kind === 'pie' ? model.legend : model.traces
  return items.map(({ name, label, color, hidden }) => ({
    name,
    label,
    color: visibleOn(color, theme.ground),
    hidden,
  }))
}

function description(model: Drawn, options: ChartOptions, name: string): string {
  const type = seriesTypeNames[options.globalSeriesType] ?? ''
  const count = model.kind === 'pie' ? model.donuts.length : model.traces.length
  if (count === 0) return t('{name}: {type} chart without data', { name, type })
  return t('{name}: {type} chart with {count} series, as a table after it', { name, type, count })
}
