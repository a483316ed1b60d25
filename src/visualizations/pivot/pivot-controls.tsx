import { Collapse, Select, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { useBoxSize } from '../parts/use-box-size.ts'
import type { VisualizationData } from '../visualization.ts'
import { FieldAreas } from './field-areas.tsx'
import classes from './pivot.module.css'
import { aggregatorNames, aggregators } from './pivot-aggregators.ts'
import { fullName } from './pivot-chart-model.ts'
import type { PivotControlsProps } from './pivot-control-props.ts'
import { aggregatorLabels, rendererLabels } from './pivot-labels.ts'
import { type PivotOptions, rendererNames } from './pivot-options.ts'

/** In narrower boxes the controls are collapsed at first. */
const narrow = 560

/** Renderer, aggregator, its fields, and the areas for dragging fields. */
export function PivotControls(props: PivotControlsProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useBoxSize(box)?.width ?? narrow
  const [open, setOpen] = useState(false)
  const id = useId()
  const folded = width < narrow
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <div ref={box} className={classes.controls} data-folded={folded || undefined} data-image="none">
      {folded ? (
        <UnstyledButton
          className={classes.disclosure}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Chevron size={14} aria-hidden />
          <Text span size="sm" fw={500}>
            {t('Fields')}
          </Text>
          <Text span size="xs" c="dimmed" truncate>
            {summary(props.options)}
          </Text>
        </UnstyledButton>
      ) : null}
      <Collapse expanded={!folded || open} transitionDuration={0} id={id}>
        <div className={classes.controlsBody}>
          <Choices {...props} />
          <FieldAreas {...props} />
        </div>
      </Collapse>
    </div>
  )
}

function summary(options: PivotOptions): string {
  const by = [...options.rows, ...options.cols]
  const value = fullName(options)
  return by.length > 0 ? t('{value} by {series}', { value, series: by.join(', ') }) : value
}

function Choices({ data, options, onChange }: PivotControlsProps) {
  const { rendererName, aggregatorName, vals } = options
  const { inputs } = aggregators[aggregatorName]
  const fields = valueFields(data, options)
  const small = { size: 'xs', allowDeselect: false } as const
  return (
    <div className={classes.choices}>
      <Select
        {...small}
        aria-label={t('Renderer')}
        data={rendererNames.map((value) => ({ value, label: rendererLabels[value] }))}
        maxDropdownHeight={360}
        value={rendererName}
        onChange={(value) => {
          const chosen = rendererNames.find((name) => name === value)
          if (chosen) onChange({ rendererName: chosen })
        }}
      />
      <Select
        {...small}
        aria-label={t('Aggregator')}
        data={aggregatorNames.map((value) => ({ value, label: aggregatorLabels[value] }))}
        maxDropdownHeight={360}
        value={aggregatorName}
        onChange={(value) => {
          const chosen = aggregatorNames.find((name) => name === value)
          if (chosen) {
            onChange({
              aggregatorName: chosen,
              vals: completedVals(data, options, aggregators[chosen].inputs),
            })
          }
        }}
      />
      {Array.from({ length: inputs }, (_, index) => (
        <span key={['first', 'second'][index]} className={classes.valueField}>
          <Text span size="sm" c="dimmed" aria-hidden>
            {index === 0 ? t('of') : t('over')}
          </Text>
          <Select
            {...small}
            aria-label={index === 0 ? t('Value') : t('Divided by')}
            placeholder={t('Choose a field')}
            searchable
            data={namesWith(fields, vals[index])}
            value={vals[index] ?? null}
            onChange={(value) => {
              if (value !== null) onChange({ vals: replaced(vals, index, value) })
            }}
          />
        </span>
      ))}
    </div>
  )
}

/** Fields that may be aggregated. */
function valueFields({ columns }: VisualizationData, options: PivotOptions): string[] {
  const hidden = new Set([...options.hiddenAttributes, ...options.hiddenFromAggregators])
  return columns.map(({ name }) => name).filter((name) => !hidden.has(name))
}

/** Keeps a stored field visible that is missing in the result. */
function namesWith(fields: readonly string[], value: string | undefined): string[] {
  return value === undefined || fields.includes(value) ? [...fields] : [...fields, value]
}

function replaced(vals: readonly string[], index: number, value: string): string[] {
  const next = [...vals]
  next[index] = value
  // the second field may be chosen before the first one
  return Array.from(next, (name) => name ?? value)
}

/** Completes the fields of an aggregator with the first numeric column. */
function completedVals(data: VisualizationData, options: PivotOptions, inputs: number): readonly string[] {
  const fields = valueFields(data, options)
  const isNumber = (name: string) =>
    data.columns.some(
      (column) => column.name === name && (column.type === 'integer' || column.type === 'float'),
    )
  const likely = [...fields.filter(isNumber), ...fields].filter((name) => !options.vals.includes(name))
  return [...options.vals, ...likely.slice(0, Math.max(0, inputs - options.vals.length))]
}
