import { BoxplotChart, ScatterChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { useCallback, useMemo } from 'react'
import { formatNumber } from '#shared/format/numbers.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { type AccessibleTable, DataTable, maxTableRows } from '../parts/data-table.tsx'
import type { EchartsParts } from '../parts/echarts.ts'
import { EchartsCanvas, type Surroundings } from '../parts/echarts-canvas.tsx'
import { QuietNote } from '../parts/quiet-note.tsx'
import { VisualizationFrame, VisualizationNote } from '../parts/visualization-frame.tsx'
import type { RendererProps } from '../visualization.ts'
import { type BoxplotBoxes, type BoxplotOptions, boxplotModel } from './boxplot-model.ts'
import { boxplotToEcharts } from './boxplot-to-echarts.ts'

const boxplotParts: EchartsParts = [BoxplotChart, ScatterChart, GridComponent, TooltipComponent]

export default function BoxplotRenderer(props: RendererProps<BoxplotOptions>) {
  const { data, options, name, place, settings } = props
  const model = useMemo(() => boxplotModel(data, options), [data, options])
  const textOf = useCallback(
    (value: number) =>
      formatNumber(value, Number.isInteger(value) ? settings.integerFormat : settings.floatFormat, settings),
    [settings],
  )
  return (
    <VisualizationFrame place={place} pageHeight={500}>
      {model.kind === 'message' ? (
        <QuietNote>{model.text}</QuietNote>
      ) : (
        <DrawnBoxplot model={model} name={name} textOf={textOf} />
      )}
    </VisualizationFrame>
  )
}

interface DrawnBoxplotProps {
  model: BoxplotBoxes
  name: string
  textOf(value: number): string
}

function DrawnBoxplot({ model, name, textOf }: DrawnBoxplotProps) {
  const draw = useCallback(
    (surroundings: Surroundings) => boxplotToEcharts(model, surroundings, textOf),
    [model, textOf],
  )
  const table = useMemo(() => boxplotTable(model, textOf), [model, textOf])
  const count = model.boxes.length
  return (
    <>
      <EchartsCanvas
        parts={boxplotParts}
        label={plural(
          count,
          {
            one: '{name}: box plot with {count} box, as a table after it',
            other: '{name}: box plot with {count} boxes, as a table after it',
          },
          { name },
        )}
        draw={draw}
      />
      {model.notes.length > 0 ? <VisualizationNote>{model.notes.join(' ')}</VisualizationNote> : null}
      <DataTable table={table} name={name} />
    </>
  )
}

function boxplotTable(model: BoxplotBoxes, textOf: (value: number) => string): AccessibleTable {
  return {
    columns: [
      t('Column'),
      t('Lower whisker'),
      t('Lower quartile'),
      t('Median'),
      t('Upper quartile'),
      t('Upper whisker'),
      t('Outliers'),
    ],
    rows: model.boxes
      .slice(0, maxTableRows)
      .map((box) => [
        box.name,
        ...[box.lowerWhisker, box.lowerQuartile, box.median, box.upperQuartile, box.upperWhisker].map(textOf),
        textOf(box.outliers.length),
      ]),
    more: Math.max(0, model.boxes.length - maxTableRows),
  }
}
