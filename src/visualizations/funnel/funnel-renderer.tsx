import { useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import { useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import { HeadCell } from '../parts/head-cell.tsx'
import { QuietNote } from '../parts/quiet-note.tsx'
import { ScrollRegion } from '../parts/scroll-region.tsx'
import type { RendererProps } from '../visualization.ts'
import classes from './funnel.module.css'
import { funnelBarColor } from './funnel-bar-color.ts'
import { type FunnelModel, type FunnelRow, funnelModel } from './funnel-model.ts'
import type { FunnelOptions } from './funnel-options.ts'

/** A table of four columns with bars behind the numbers (docs/reference/other-visualizations.md#funnel). */
export default function FunnelRenderer({
  data,
  options,
  name,
  place,
  settings,
}: RendererProps<FunnelOptions>) {
  const model = useMemo(() => funnelModel(data, options, settings), [data, options, settings])
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const bar = funnelBarColor(options.color_scheme, theme)
  const { lacks, more, rows } = model
  if (lacks) {
    return lacks.what === 'columns' || place === 'editor' ? <QuietNote>{lacks.text}</QuietNote> : null
  }
  return (
    <div className={classes.funnel}>
      <ScrollRegion label={place === 'editor' ? t('Preview of {name}', { name }) : name}>
        <FunnelTable model={model} name={name} bar={bar} />
      </ScrollRegion>
      {more > 0 ? (
        <p className={classes.more}>
          {t('The first {count} of {count2} steps', { count: rows.length, count2: rows.length + more })}
        </p>
      ) : null}
    </div>
  )
}

/** `bar`: the color of the bars; null: of the style sheet. */
function FunnelTable({ model, name, bar }: { model: FunnelModel; name: string; bar: string | null }) {
  return (
    <table className={classes.table}>
      <caption>
        <VisuallyHidden>{name}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <HeadCell scope="col" text={model.stepTitle} />
          <HeadCell scope="col" text={model.valueTitle} className={classes.center} />
          <th scope="col" className={classes.number}>
            {t('% Max')}
          </th>
          <th scope="col" className={classes.number}>
            {t('% Previous')}
          </th>
        </tr>
      </thead>
      <tbody>
        {model.rows.map((row, index) => (
          // names of steps may repeat, and rows hold no state
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Step key={index} row={row} bar={bar} />
        ))}
      </tbody>
    </table>
  )
}

function Step({ row, bar }: { row: FunnelRow; bar: string | null }) {
  return (
    <tr>
      <HeadCell
        scope="row"
        text={row.step}
        className={classes.step}
        data-null={row.isNull || undefined}
        title={row.stepTooltip || undefined}
      />
      <td className={classes.center}>
        <div className={classes.cell}>
          <div
            className={classes.valueBar}
            style={{ width: `${row.valueBar}%`, ...(bar === null ? {} : { background: bar }) }}
          />
          <span className={classes.text}>{row.value}</span>
        </div>
      </td>
      <td className={classes.number}>{row.percentMax}</td>
      <td className={classes.number}>
        <div className={classes.cell}>
          <div className={classes.previousBar} style={{ width: `${row.previousBar}%` }} />
          <span className={classes.text}>{row.percentPrevious}</span>
        </div>
      </td>
    </tr>
  )
}
