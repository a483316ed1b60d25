import { describe, expect, it } from 'vitest'
import { withLabels, writeExposition } from './exposition.ts'
import { createMeasures } from './measures.ts'

describe('measures', () => {
  it('are written in the format of Prometheus', () => {
    const measures = createMeasures()
    const asked = measures.counter('asked_total', 'Questions\nby "who" \\ where.')
    asked.add({ who: 'Ann "the\nfirst" \\' })
    asked.add({ who: 'Bob' }, 2.5)
    asked.add({ who: 'Bob' })
    measures.gauge('free', 'Places.', () => 3)
    measures.gauge('odd', 'Numbers.', () => [
      { labels: { n: '1' }, value: Number.NaN },
      { labels: { n: '2' }, value: Number.POSITIVE_INFINITY },
    ])
    measures.total('seen_total', 'Seen.', () => 7)
    expect(writeExposition(measures.collect())).toBe(`# HELP asked_total Questions\\nby "who" \\\\ where.
# TYPE asked_total counter
asked_total{who="Ann \\"the\\nfirst\\" \\\\"} 1
asked_total{who="Bob"} 3.5
# HELP free Places.
# TYPE free gauge
free 3
# HELP odd Numbers.
# TYPE odd gauge
odd{n="1"} NaN
odd{n="2"} +Inf
# HELP seen_total Seen.
# TYPE seen_total counter
seen_total 7
`)
  })

  it('of a histogram count every value at or below a bound, cumulatively', () => {
    const measures = createMeasures()
    const seconds = measures.histogram('seconds', 'How long.', [0.1, 1])
    for (const value of [0.05, 0.1, 0.5, 4]) seconds.observe(value, { kind: 'query' })
    expect(writeExposition(measures.collect()).split('\n').slice(2, -1)).toEqual([
      'seconds_bucket{kind="query",le="0.1"} 2',
      'seconds_bucket{kind="query",le="1"} 3',
      'seconds_bucket{kind="query",le="+Inf"} 4',
      'seconds_sum{kind="query"} 4.65',
      'seconds_count{kind="query"} 4',
    ])
  })

  it('of several processes are grouped under one name, also after being stored', () => {
    const of = (worker: string) => {
      const measures = createMeasures()
      measures.counter('runs_total', 'Runs.').add({ kind: 'query' })
      return withLabels(JSON.parse(JSON.stringify(measures.collect())), { worker })
    }
    expect(writeExposition([...of('a:1'), ...of('b:2')])).toBe(`# HELP runs_total Runs.
# TYPE runs_total counter
runs_total{kind="query",worker="a:1"} 1
runs_total{kind="query",worker="b:2"} 1
`)
  })
})
