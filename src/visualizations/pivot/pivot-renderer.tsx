import { ActionIcon, Group, Skeleton, Text, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { locale, t } from '#shared/messages/translate.ts'
import { newColorScheme } from '../parts/colors.ts'
import { part } from '../parts/part.tsx'
import type { RendererProps } from '../visualization.ts'
import { computePivot } from './compute-pivot.ts'
import classes from './pivot.module.css'
import { PivotControls } from './pivot-controls.tsx'
import { fieldReader } from './pivot-field.ts'
import { missingIn, type PivotModel, partOfPivot } from './pivot-model.ts'
import type { PivotOptions } from './pivot-options.ts'
import type { Extent, PivotStart } from './pivot-part.ts'
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
      <PivotView model={model} name={name} scheme={options.color_scheme} />
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

function PivotView({ model, name, scheme }: { model: PivotModel; name: string; scheme: unknown }) {
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
          <PivotChart model={model} name={name} scheme={scheme} />
        </Suspense>
      )
    default:
      return <PivotTable model={model} name={name} hasNewScale={scheme === newColorScheme} />
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

interface PartNotesProps {
  rows: Extent
  cols: Extent
  start: PivotStart
  onStartChange(start: PivotStart): void
}

/** Notes that a pivot is too large to be drawn at once, with buttons for its other parts. */
export function PartNotes({ rows, cols, start, onStartChange }: PartNotesProps) {
  if (rows.count >= rows.of && cols.count >= cols.of) return null
  return (
    <div className={classes.notes}>
      <PartNote words={rowWords} extent={rows} onChange={(row) => onStartChange({ ...start, row })} />
      <PartNote words={columnWords} extent={cols} onChange={(col) => onStartChange({ ...start, col })} />
    </div>
  )
}

interface PartWords {
  first(to: string, all: string): string
  later(from: string, to: string, all: string): string
  previous: string
  next: string
}

const rowWords: PartWords = {
  first: (to, all) => t('Showing the first {to} of {all} rows', { to, all }),
  later: (from, to, all) => t('Showing rows {from} to {to} of {all}', { from, to, all }),
  previous: t('Previous rows'),
  next: t('Next rows'),
}
const columnWords: PartWords = {
  first: (to, all) => t('Showing the first {to} of {all} columns', { to, all }),
  later: (from, to, all) => t('Showing columns {from} to {to} of {all}', { from, to, all }),
  previous: t('Previous columns'),
  next: t('Next columns'),
}

function PartNote(props: { words: PartWords; extent: Extent; onChange(first: number): void }) {
  const { words, extent, onChange } = props
  const { first, count, of, page } = extent
  if (count >= of) return null
  const written = (number: number) => number.toLocaleString(locale)
  const shown =
    first === 0
      ? words.first(written(count), written(of))
      : words.later(written(first + 1), written(first + count), written(of))
  const step = (label: string, icon: typeof IconChevronLeft, target: number, disabled: boolean) => {
    const Icon = icon
    return (
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={label}
          disabled={disabled}
          onClick={() => onChange(target)}
        >
          <Icon size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="xs" c="dimmed" role="status">
        {shown}
      </Text>
      {step(words.previous, IconChevronLeft, Math.max(0, first - page), first === 0)}
      {step(words.next, IconChevronRight, first + count, first + count >= of)}
    </Group>
  )
}
