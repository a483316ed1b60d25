import { VisuallyHidden } from '@mantine/core'
import { type CSSProperties, memo, useMemo, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { HeadCell } from '../parts/head-cell.tsx'
import { QuietNote } from '../parts/quiet-note.tsx'
import { ScrollRegion } from '../parts/scroll-region.tsx'
import { useVisualizationTheme } from '../parts/use-visualization-theme.ts'
import type { RendererProps } from '../visualization.ts'
import classes from './cohort.module.css'
import { type CohortCell, type CohortModel, cohortModel } from './cohort-model.ts'
import type { CohortOptions } from './cohort-options.ts'
import { cohortRampOn } from './cohort-ramp.ts'

/** A table of buckets and stages, colored by share (docs/reference/other-visualizations.md#cohort). */
export default function CohortRenderer({
  data,
  options,
  name,
  place,
  settings,
}: RendererProps<CohortOptions>) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useVisualizationTheme(box)
  const model = useMemo(() => cohortModel(data, options, settings), [data, options, settings])
  const styles = useMemo(
    () => theme && cohortRampOn(options.colors, theme.ground).map(cellStyle),
    [options.colors, theme],
  )
  const { lacks, isCut } = model
  if (lacks) {
    return lacks.what === 'columns' || place === 'editor' ? <QuietNote>{lacks.text}</QuietNote> : null
  }
  return (
    <div ref={box} className={classes.cohort}>
      {styles ? (
        <ScrollRegion label={place === 'editor' ? t('Preview of {name}', { name }) : name}>
          <CohortTable model={model} styles={styles} name={name} />
        </ScrollRegion>
      ) : null}
      {isCut ? (
        <p className={classes.cut}>
          {t('There are more rows or stages than can be shown here. A longer time interval has fewer.')}
        </p>
      ) : null}
    </div>
  )
}

function cellStyle({ background, text }: { background: string; text: string }): CSSProperties {
  return { background, color: text }
}

interface CohortTableProps {
  model: CohortModel
  /** of each color step */
  styles: readonly CSSProperties[]
  name: string
}

const CohortTable = memo(function CohortTable({ model, styles, name }: CohortTableProps) {
  const { titles, rows } = model
  return (
    <table className={classes.table}>
      <caption>
        <VisuallyHidden>{name}</VisuallyHidden>
      </caption>
      <thead>
        <tr>{titles.map((title, index) => columnHead(title, index))}</tr>
      </thead>
      <tbody>
        {rows.map(({ label, total, cells }, index) => (
          // labels may repeat, and rows keep their order
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <tr key={index}>
            <HeadCell scope="row" text={label} />
            <td className={classes.total}>{total}</td>
            {cells.map((cell, stage) => stageCell(cell, stage, styles))}
          </tr>
        ))}
      </tbody>
    </table>
  )
})

function columnHead(title: string, index: number) {
  return <HeadCell key={index} scope="col" text={title} />
}

function stageCell({ text, tooltip, step }: CohortCell, stage: number, styles: readonly CSSProperties[]) {
  return (
    <td
      key={stage}
      title={tooltip ?? undefined}
      style={step === null ? undefined : styles[step]}
      data-empty={step === null || undefined}
    >
      {text}
    </td>
  )
}
