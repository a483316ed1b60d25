import type { HistogramSample, Labels, MeasuredFamily } from './measures.ts'

/** Prometheus' text format, version 0.0.4. */
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

/** Writes families as text. Families with one name may come from several processes; their samples are grouped. */
export function writeExposition(families: readonly MeasuredFamily[]): string {
  const lines: string[] = []
  for (const [name, same] of Map.groupBy(families, (family) => family.name)) {
    const [first] = same
    if (first === undefined) continue
    lines.push(`# HELP ${name} ${escapeHelp(first.help)}`, `# TYPE ${name} ${first.type}`)
    for (const sample of same.flatMap((family) => family.samples)) {
      if ('value' in sample) lines.push(line(name, sample.labels, sample.value))
      else lines.push(...histogramLines(name, sample))
    }
  }
  return `${lines.join('\n')}\n`
}

/** Adds labels to each sample. */
export function withLabels(families: readonly MeasuredFamily[], added: Labels): MeasuredFamily[] {
  return families.map((family) => ({
    ...family,
    samples: family.samples.map((sample) => ({ ...sample, labels: { ...sample.labels, ...added } })),
  }))
}

function histogramLines(name: string, { labels, bounds, counts, sum, count }: HistogramSample): string[] {
  return [
    ...bounds.map((bound, place) =>
      line(`${name}_bucket`, { ...labels, le: String(bound) }, counts[place] ?? 0),
    ),
    line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ]
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeValue(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${writeNumber(value)}`
}

function writeNumber(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}

const escapeHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const escapeValue = (text: string) => escapeHelp(text).replaceAll('"', '\\"')
