import { SankeyChart } from 'echarts/charts'
import { TooltipComponent } from 'echarts/components'
import { useCallback, useMemo } from 'react'
import { formatNumber } from '#shared/format/numbers.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { type AccessibleTable, DataTable, maxTableRows } from '../parts/data-table.tsx'
import type { EchartsParts } from '../parts/echarts.ts'
import { EchartsCanvas, type Surroundings } from '../parts/echarts-canvas.tsx'
import { QuietNote } from '../parts/quiet-note.tsx'
import { VisualizationFrame, VisualizationNote } from '../parts/visualization-frame.tsx'
import type { RendererProps } from '../visualization.ts'
import { type SankeyFlows, type SankeyOptions, sankeyModel } from './sankey-model.ts'
import { sankeyToEcharts } from './sankey-to-echarts.ts'

const sankeyParts: EchartsParts = [SankeyChart, TooltipComponent]

export default function SankeyRenderer(props: RendererProps<SankeyOptions>) {
  const { data, options, name, place, settings } = props
  const model = useMemo(() => sankeyModel(data, options, settings), [data, options, settings])
  const textOf = useCallback((value: number) => formatNumber(value, '0,0', settings), [settings])
  return (
    <VisualizationFrame place={place} pageHeight={500}>
      {model.kind === 'message' ? (
        <QuietNote>{model.text}</QuietNote>
      ) : (
        <DrawnSankey model={model} name={name} textOf={textOf} />
      )}
    </VisualizationFrame>
  )
}

interface DrawnSankeyProps {
  model: SankeyFlows
  name: string
  textOf(value: number): string
}

function DrawnSankey({ model, name, textOf }: DrawnSankeyProps) {
  const draw = useCallback(
    (surroundings: Surroundings) => sankeyToEcharts(model, surroundings, textOf),
    [model, textOf],
  )
  const table = useMemo(() => sankeyTable(model, textOf), [model, textOf])
  const flows = table.rows.length + table.more
  return (
    <>
      <EchartsCanvas
        parts={sankeyParts}
        label={plural(
          flows,
          {
            one: '{name}: Sankey diagram with {count} flow, as a table after it',
            other: '{name}: Sankey diagram with {count} flows, as a table after it',
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

function sankeyTable(model: SankeyFlows, textOf: (value: number) => string): AccessibleTable {
  const links = model.links.filter(({ hidden }) => !hidden)
  return {
    columns: [t('Stage'), t('From'), t('To'), t('Value')],
    rows: links
      .slice(0, maxTableRows)
      .map(({ source, target, value }) => [
        String(model.nodes[source]?.level ?? ''),
        model.nodes[source]?.name ?? '',
        model.nodes[target]?.name ?? '',
        textOf(value),
      ]),
    more: Math.max(0, links.length - maxTableRows),
  }
}
