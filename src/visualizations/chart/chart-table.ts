import { t } from '#shared/messages/translate.ts'
import { type AccessibleTable, maxTableRows } from '../parts/data-table.tsx'
import type { CartesianModel } from './chart-model.ts'
import { type PieModel, sliceLabel } from './chart-pie.ts'
import { boxTexts, pointText, positionText } from './chart-text.ts'
import type { Trace } from './chart-traces.ts'
import { comparePositions, isSummed, type Position } from './chart-values.ts'

const maxColumns = 20

/** The numbers behind a chart, for assistive technology. */
export function chartTable(model: CartesianModel | PieModel): AccessibleTable {
  if (model.kind === 'pie') return pieTable(model)
  const traces = model.traces.filter(({ hidden }) => !hidden)
  if (traces.length > 0 && traces.every(({ boxes }) => boxes)) return tableByBox(model, traces)
  return traces.every(({ type }) => isSummed(type)) ? tableByX(model, traces) : tableByPoint(model, traces)
}

function xTitle(model: CartesianModel): string {
  return model.x.title || 'X'
}

/** One row per x, one column per series. */
function tableByX(model: CartesianModel, all: readonly Trace[]): AccessibleTable {
  const traces = all.slice(0, maxColumns)
  const xs = new Set<Position>()
  for (const { points } of traces) for (const { x } of points) xs.add(x)
  const sorted = model.text.xScale === 'category' ? [...xs] : [...xs].sort(comparePositions)
  const shown = sorted.slice(0, maxTableRows)
  const lookups = traces.map(({ points }) => new Map(points.map((point) => [point.x, point])))
  return {
    columns: [xTitle(model), ...traces.map(({ label }) => label)],
    rows: shown.map((x) => [
      positionText(x, model.x.scale, model.text),
      ...traces.map((trace, index) => {
        const point = lookups[index]?.get(x)
        return point && point.y !== null ? pointText(point, trace, model.text) : ''
      }),
    ]),
    more: sorted.length - shown.length,
  }
}

/** One row per point: points of a scatter chart may share an x. */
function tableByPoint(model: CartesianModel, traces: readonly Trace[]): AccessibleTable {
  const total = traces.reduce((sum, { points }) => sum + points.length, 0)
  const rows: string[][] = []
  for (const trace of traces) {
    for (const point of trace.points.slice(0, maxTableRows - rows.length)) {
      rows.push([
        trace.label,
        positionText(point.x, model.x.scale, model.text),
        pointText(point, trace, model.text),
      ])
    }
  }
  return { columns: [t('Series'), xTitle(model), model.left.title || 'Y'], rows, more: total - rows.length }
}

/** One row per box. */
function tableByBox(model: CartesianModel, traces: readonly Trace[]): AccessibleTable {
  const boxes = traces.flatMap((trace) => (trace.boxes ?? []).map((box) => ({ trace, box })))
  const shown = boxes.slice(0, maxTableRows)
  const rows = shown.map(({ trace, box }) => ({ trace, box, texts: boxTexts(box, model.text) }))
  return {
    columns: [t('Series'), xTitle(model), ...(rows[0]?.texts ?? []).map(({ name }) => name)],
    rows: rows.map(({ trace, box, texts }) => [
      trace.label,
      positionText(box.x, model.x.scale, model.text),
      ...texts.map(({ text }) => text),
    ]),
    more: boxes.length - shown.length,
  }
}

function pieTable({ donuts }: PieModel): AccessibleTable {
  const total = donuts.reduce((sum, { slices }) => sum + slices.length, 0)
  const rows: string[][] = []
  for (const donut of donuts) {
    for (const slice of donut.slices.slice(0, maxTableRows - rows.length)) {
      rows.push([donut.label, sliceLabel(slice.name), slice.text])
    }
  }
  return { columns: [t('Series'), t('Slice'), t('Value')], rows, more: total - rows.length }
}
