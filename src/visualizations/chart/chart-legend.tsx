import { UnstyledButton } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import classes from './chart.module.css'

export interface LegendItem {
  /** key: name of the series, of the slice in a pie */
  name: string
  label: string
  color: string
  hidden: boolean
}

export interface ChartLegendProps {
  items: readonly LegendItem[]
  reversed: boolean
  onHiddenChange(hidden: ReadonlySet<string>): void
}

/** Nobody reads on, and every item costs time. */
const maxItems = 500

/** A click hides or shows one item; a double click leaves that one alone, again: everything. */
export function ChartLegend({ items, reversed, onHiddenChange }: ChartLegendProps) {
  const hidden = new Set(items.filter((item) => item.hidden).map(({ name }) => name))
  const toggle = (name: string) => {
    const next = new Set(hidden)
    if (!next.delete(name)) next.add(name)
    onHiddenChange(next)
  }
  const isolate = (name: string) => {
    const others = items.filter((item) => item.name !== name)
    const alone = others.every((item) => hidden.has(item.name))
    onHiddenChange(new Set(alone ? [] : others.map((item) => item.name)))
  }
  const ordered = reversed ? items.toReversed() : items
  return (
    <ul className={classes.legend} aria-label={t('Legend')}>
      {ordered.slice(0, maxItems).map((item) => (
        <li key={item.name}>
          <UnstyledButton
            className={classes.legendItem}
            aria-pressed={!item.hidden}
            title={item.label}
            onClick={() => toggle(item.name)}
            onDoubleClick={() => isolate(item.name)}
          >
            <span className={classes.swatch} style={{ background: item.color }} aria-hidden />
            <span className={classes.legendLabel}>{item.label === '' ? ' ' : item.label}</span>
          </UnstyledButton>
        </li>
      ))}
      {ordered.length > maxItems ? (
        <li className={classes.legendRest}>{t('and {count} more', { count: ordered.length - maxItems })}</li>
      ) : null}
    </ul>
  )
}
