import { UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import classes from './chart.module.css'

export interface LegendItem {
  /** unique key: name of the series, or of the slice in a pie */
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

/** More items would slow the page, and are too many to read. */
const maxItems = 500

/** Where the arrow keys lead, from an item's place. */
const steps: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowDown: (place, last) => Math.min(last, place + 1),
  ArrowRight: (place, last) => Math.min(last, place + 1),
  ArrowUp: (place) => Math.max(0, place - 1),
  ArrowLeft: (place) => Math.max(0, place - 1),
  Home: () => 0,
  End: (_place, last) => last,
}

function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = steps[event.key]
  const items = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  if (step === undefined) return
  event.preventDefault()
  items[step(items.indexOf(event.currentTarget), items.length - 1)]?.focus()
}

/**
 * A click toggles one item. A double click shows only that item; another one shows all. Tab stops at one item, because
 * there may be hundreds; arrow keys lead to the others.
 */
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
  const [focused, setFocused] = useState<string | null>(null)
  const stop = Math.max(
    0,
    ordered.slice(0, maxItems).findIndex(({ name }) => name === focused),
  )
  return (
    <ul className={classes.legend} aria-label={t('Legend')}>
      {ordered.slice(0, maxItems).map((item, place) => (
        <li key={item.name}>
          <UnstyledButton
            className={classes.legendItem}
            aria-pressed={!item.hidden}
            title={item.label}
            tabIndex={place === stop ? 0 : -1}
            onFocus={() => setFocused(item.name)}
            onKeyDown={moveFocus}
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
