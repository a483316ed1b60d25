import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { locale, t } from '#shared/messages/translate.ts'
import type { ColumnFacts } from '#shared/results/column-facts.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'
import type { VisualizationData } from '../visualization.ts'
import classes from './column-menu.module.css'
import { grouped } from './grouped-number.ts'
import { readFacts } from './use-column-facts.ts'

type Asked = { facts: ColumnFacts } | { failure: string } | 'waiting' | null

/** What the column holds, read on demand: distinct, nulls, least, most, and how the values are spread. */
export function ColumnFactsView({ data, column }: { data: VisualizationData; column: TableColumn }) {
  const [asked, setAsked] = useState<Asked>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const ask = () => {
    const own = new AbortController()
    abort.current = own
    setAsked('waiting')
    readFacts(data, column, own.signal).then(
      (facts) => {
        if (!own.signal.aborted) setAsked({ facts })
      },
      (error: unknown) => {
        if (!own.signal.aborted) setAsked({ failure: error instanceof Error ? error.message : String(error) })
      },
    )
  }
  if (asked === null || asked === 'waiting') {
    return (
      <div className={classes.facts}>
        <Button size="compact-xs" variant="default" loading={asked === 'waiting'} onClick={ask}>
          {t('Show figures')}
        </Button>
      </div>
    )
  }
  if ('failure' in asked) {
    return (
      <div className={classes.facts} role="alert">
        {asked.failure}
      </div>
    )
  }
  return <Facts facts={asked.facts} />
}

function Facts({ facts }: { facts: ColumnFacts }) {
  const lines: [string, string | null][] = [
    [t('Rows'), grouped(String(facts.rows))],
    [t('Distinct'), (facts.has_more ? '> ' : '') + grouped(String(facts.distinct))],
    [t('Null'), share(facts.nulls, facts.rows)],
    [t('Empty or blank'), facts.blanks === 0 ? null : share(facts.blanks, facts.rows)],
    [t('Min'), shown(facts.least)],
    [t('Max'), shown(facts.most)],
    [t('Sum'), shown(facts.sum)],
    [t('Average'), shown(facts.average)],
  ]
  return (
    <div className={classes.facts} data-testid="column-facts">
      <dl>
        {lines.map(([label, text]) =>
          text === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
      {facts.bins.length > 0 ? <Histogram facts={facts} /> : null}
      {facts.top.length > 0 ? <TopValues facts={facts} /> : null}
    </div>
  )
}

function shown(text: string | null): string | null {
  if (text === null) return null
  return text.trim() === '' ? JSON.stringify(text) : grouped(text)
}

function share(count: number, of: number): string {
  if (count === 0) return '0'
  const percent = (count / of).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
  return `${grouped(String(count))} (${percent})`
}

function Histogram({ facts: { bins, least, most } }: { facts: ColumnFacts }) {
  const highest = Math.max(...bins)
  return (
    <svg
      className={classes.histogram}
      viewBox={`0 0 ${bins.length} 10`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('Histogram from {least} to {most}', { least: least ?? '', most: most ?? '' })}
    >
      {bins.map((count, at) => {
        const height = count === 0 ? 0 : Math.max(0.4, (count / highest) * 10)
        // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place
        return <rect key={at} x={at + 0.06} y={10 - height} width={0.88} height={height} />
      })}
    </svg>
  )
}

function TopValues({ facts: { top, rows } }: { facts: ColumnFacts }) {
  const highest = top[0]?.count ?? 1
  return (
    <ul className={classes.top}>
      {top.map(({ value, count }) => (
        <li key={value}>
          <span className={classes.topBar} style={{ inlineSize: `${(count / highest) * 100}%` }} />
          <span className={classes.topText}>{value.trim() === '' ? JSON.stringify(value) : value}</span>
          <span>{share(count, rows)}</span>
        </li>
      ))}
    </ul>
  )
}
