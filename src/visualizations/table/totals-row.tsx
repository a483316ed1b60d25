import { Fragment } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { ColumnFacts } from '#shared/results/column-facts.ts'
import type { HostSettings } from '../visualization.ts'
import { type GridColumn, styleOf } from './grid-row.tsx'
import classes from './table-renderer.module.css'
import { type TotalKind, totalKindOf, totalText } from './table-totals.ts'

interface TotalsRowProps {
  columns: readonly GridColumn[]
  facts: ReadonlyMap<string, ColumnFacts>
  settings: HostSettings
  pinned: number
  /** width of the numbers of the rows above; 0: they have none */
  gutter: number
  hasGapBefore: boolean
  hasGapAfter: boolean
}

const names: Readonly<Record<TotalKind, string>> = {
  sum: t('Sum'),
  average: t('Average'),
  least: t('Min'),
  most: t('Max'),
  count: t('Count'),
  distinct: t('Distinct'),
}

/** The totals of all rows of the result, at the bottom of the view. */
export function TotalsRow(props: TotalsRowProps) {
  const { columns, facts, settings, pinned, hasGapBefore, hasGapAfter } = props
  return (
    <tr className={classes.totals}>
      {props.gutter > 0 ? <td className={classes.number} aria-hidden /> : null}
      {columns.map((drawn, index) => {
        const { column } = drawn
        const kind = totalKindOf(column)
        const known = facts.get(column.name)
        return (
          <Fragment key={column.name}>
            {hasGapBefore && index === pinned ? <td className={classes.gap} aria-hidden /> : null}
            <td
              data-align={column.alignContent}
              data-pinned={drawn.pinnedAt === undefined ? undefined : drawn.isLastPinned ? 'last' : ''}
              style={styleOf(drawn, null)}
              title={kind === null ? undefined : t('{total} of all rows', { total: names[kind] })}
            >
              {kind === null || known === undefined ? null : (
                <>
                  <span className={classes.totalName}>{names[kind]} </span>
                  {totalText(column, known, settings)}
                </>
              )}
            </td>
          </Fragment>
        )
      })}
      {hasGapAfter ? <td className={classes.gap} aria-hidden /> : null}
      <td className={classes.spacer} aria-hidden />
    </tr>
  )
}
