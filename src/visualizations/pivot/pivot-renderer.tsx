import { Skeleton, Text } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { part } from '../parts/part.tsx'
import type { RendererProps } from '../visualization.ts'
import { computePivot } from './compute-pivot.ts'
import classes from './pivot.module.css'
import { PivotControls } from './pivot-controls.tsx'
import { fieldReader } from './pivot-field.ts'
import { missingIn, type PivotModel, partOfPivot } from './pivot-model.ts'
import type { PivotOptions } from './pivot-options.ts'
import type { PivotStart } from './pivot-part.ts'
import { PartNotes } from './pivot-part-notes.tsx'
import { PivotTable } from './pivot-table.tsx'
import type { TsvModel } from './pivot-tsv-model.ts'

const PivotChart = part(() => import('./pivot-chart.tsx'))

export default function PivotRenderer(props: RendererProps<PivotOptions>) {
  const { data, name, place, settings } = props
  const [options, change] = usePivotOptions(props)
  const read = useMemo(() => fieldReader(data, settings), [data, settings])
  const { model, start, setStart } = usePivotModel(props, options, read)
  return (
    <div className={classes.pivot} data-place={place}>
      {options.controls.enabled ? null : (
        <PivotControls data={data} options={options} read={read} onChange={change} />
      )}
      <PivotPicture model={model} name={name} />
      {model.kind === 'missing' ? null : (
        <PartNotes rows={model.rowExtent} cols={model.colExtent} start={start} onStartChange={setStart} />
      )}
    </div>
  )
}

/** In the editor's preview, changes update the options; elsewhere they last until the options change. */
function usePivotOptions({ options, onOptionsChange }: RendererProps<PivotOptions>) {
  const [own, setOwn] = useState({ base: options, options })
  const current = own.base === options ? own.options : options
  const change = (part: Partial<PivotOptions>) => {
    const next = { ...current, ...part }
    if (onOptionsChange) onOptionsChange(next)
    else setOwn({ base: options, options: next })
  }
  return [current, change] as const
}

const firstPage: PivotStart = { row: 0, col: 0 }

/** Computes the whole pivot only when its fields change; paging and other renderers reuse it. */
function usePivotModel(
  { data, settings }: RendererProps<PivotOptions>,
  options: PivotOptions,
  read: ReturnType<typeof fieldReader>,
) {
  const { rows, cols, vals, aggregatorName, valueFilter, sorters, rowOrder, colOrder } = options
  const computed = useMemo(() => {
    const state = { rows, cols, vals, aggregatorName, valueFilter, sorters, rowOrder, colOrder }
    const missing = missingIn(data, state)
    return missing === null ? computePivot(data, state, settings, read) : missing
  }, [data, settings, read, rows, cols, vals, aggregatorName, valueFilter, sorters, rowOrder, colOrder])
  const [paged, setPaged] = useState({ computed, start: firstPage })
  const start = paged.computed === computed ? paged.start : firstPage
  const model = useMemo(
    (): PivotModel =>
      typeof computed === 'string'
        ? { kind: 'missing', sentence: computed }
        : partOfPivot(computed, options, settings, start),
    [computed, options, settings, start],
  )
  return { model, start, setStart: (next: PivotStart) => setPaged({ computed, start: next }) }
}

function PivotPicture({ model, name }: { model: PivotModel; name: string }) {
  switch (model.kind) {
    case 'missing':
      return (
        <Text c="dimmed" size="sm" m="auto" p="md" ta="center" role="status">
          {model.sentence}
        </Text>
      )
    case 'tsv':
      return <PivotTsv model={model} name={name} />
    case 'chart':
      return (
        <Suspense fallback={<Skeleton className={classes.chart} radius="sm" />}>
          <PivotChart model={model} name={name} />
        </Suspense>
      )
    default:
      return <PivotTable model={model} name={name} />
  }
}

/** Read-only text; a click selects all of it for copying. */
function PivotTsv({ model, name }: { model: TsvModel; name: string }) {
  return (
    <textarea
      className={classes.tsv}
      aria-label={t('{name} as tab-separated values', { name })}
      readOnly
      spellCheck={false}
      wrap="off"
      value={model.text}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
