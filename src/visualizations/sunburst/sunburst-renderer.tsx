import { Text } from '@mantine/core'
import { SunburstChart } from 'echarts/charts'
import { useCallback, useMemo, useState } from 'react'
import { formatNumber } from '#shared/format/numbers.ts'
import { t } from '#shared/messages/translate.ts'
import { type AccessibleTable, DataTable, maxTableRows } from '../parts/data-table.tsx'
import type { EChartsType, EchartsParts } from '../parts/echarts.ts'
import { EchartsCanvas, type Surroundings } from '../parts/echarts-canvas.tsx'
import { itemNameOf } from '../parts/echarts-tooltip.ts'
import { QuietNote } from '../parts/quiet-note.tsx'
import { VisualizationFrame, VisualizationNote } from '../parts/visualization-frame.tsx'
import type { RendererProps } from '../visualization.ts'
import classes from './sunburst.module.css'
import {
  pathTo,
  type Segment,
  type SunburstOptions,
  type SunburstRings,
  sunburstModel,
} from './sunburst-model.ts'
import { sunburstToEcharts } from './sunburst-to-echarts.ts'

const sunburstParts: EchartsParts = [SunburstChart]

export default function SunburstRenderer(props: RendererProps<SunburstOptions>) {
  const { data, options, name, place, settings } = props
  const model = useMemo(() => sunburstModel(data, options, settings), [data, options, settings])
  const textOf = useCallback((value: number) => formatNumber(value, '0,0', settings), [settings])
  return (
    <VisualizationFrame place={place} pageHeight={400}>
      {model.kind === 'message' ? (
        <QuietNote>{model.text}</QuietNote>
      ) : (
        <DrawnSunburst model={model} name={name} textOf={textOf} />
      )}
    </VisualizationFrame>
  )
}

interface DrawnSunburstProps {
  model: SunburstRings
  name: string
  textOf(value: number): string
}

function DrawnSunburst({ model, name, textOf }: DrawnSunburstProps) {
  const { path, index, listen } = useSelectedSegment(model)
  const draw = useCallback(
    (surroundings: Surroundings) => sunburstToEcharts(model, surroundings, path),
    [model, path],
  )
  const table = useMemo(() => sunburstTable(model, textOf), [model, textOf])
  const segment = index === null ? undefined : model.segments[index]
  return (
    <>
      <SunburstPath path={index === null ? [] : pathTo(model, index)} />
      <EchartsCanvas
        parts={sunburstParts}
        label={t('{name}: sunburst of {count} segments in {depth} rings, as a table after it', {
          name,
          count: model.segments.length,
          depth: model.depth,
        })}
        draw={draw}
        listen={listen}
      >
        {segment ? (
          <div className={classes.center}>
            <div>{t('Stage: {depth}', { depth: segment.depth })}</div>
            <div className={classes.percent}>{segment.percent}</div>
            <div>{t('{text} of {text2}', { text: textOf(segment.value), text2: textOf(model.total) })}</div>
          </div>
        ) : null}
      </EchartsCanvas>
      {model.notes.length > 0 ? <VisualizationNote>{model.notes.join(' ')}</VisualizationNote> : null}
      <DataTable table={table} name={name} />
    </>
  )
}

/** The steps to the selected segment. The box keeps its height without one, so that the layout does not jump. */
function SunburstPath({ path }: { path: readonly Segment[] }) {
  const last = path.at(-1)
  return (
    <div className={classes.path} role="status">
      {last ? (
        <>
          <ol className={classes.steps}>
            {path.map(({ name, depth, color }) => (
              <li key={depth} className={classes.step} title={name} style={{ borderColor: color }}>
                {name}
              </li>
            ))}
          </ol>
          <Text span size="sm" fw={600} className={classes.share}>
            {last.percent}
          </Text>
        </>
      ) : (
        <Text size="xs" c="dimmed" data-image="none">
          {t('Point at a segment to see its path.')}
        </Text>
      )}
    </div>
  )
}

/** The last segment that was pointed at or tapped; a click beside the rings clears it. */
function useSelectedSegment(model: SunburstRings) {
  const [selected, setSelected] = useState<{ model: SunburstRings; index: number } | null>(null)
  const index = selected?.model === model ? selected.index : null
  const listen = useCallback(
    (chart: EChartsType) => {
      const select = (params: unknown) => {
        const named = itemNameOf(params)
        if (named !== null) setSelected({ model, index: Number(named) })
      }
      const reset = ({ target }: { target?: unknown }) => {
        if (!target) setSelected(null)
      }
      chart.on('mouseover', select)
      chart.on('click', select)
      chart.getZr().on('click', reset)
      return () => {
        if (chart.isDisposed()) return
        chart.off('mouseover', select)
        chart.off('click', select)
        chart.getZr().off('click', reset)
      }
    },
    [model],
  )
  const path = useMemo(() => (index === null ? null : ancestry(model, index)), [model, index])
  return { path, index, listen }
}

function ancestry({ segments }: SunburstRings, index: number): ReadonlySet<number> {
  const path = new Set<number>()
  for (let at: number | null = index; at !== null; at = segments[at]?.parent ?? null) path.add(at)
  return path
}

function sunburstTable(model: SunburstRings, textOf: (value: number) => string): AccessibleTable {
  return {
    columns: [t('Path'), t('Value'), t('Share')],
    rows: model.segments.slice(0, maxTableRows).map(({ value, percent }, index) => [
      pathTo(model, index)
        .map(({ name }) => name)
        .join(' › '),
      textOf(value),
      percent,
    ]),
    more: Math.max(0, model.segments.length - maxTableRows),
  }
}
