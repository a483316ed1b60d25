import type { VisualizationData } from '../visualization.ts'
import { isIsoDate } from './chart-instant.ts'
import { cleanNumber } from './chart-values.ts'

const sample = 50

type Kind = 'date' | 'number' | 'text' | 'empty'

/**
 * A first mapping for a chart that is being created: the first date column, else the first text column, as X; the
 * first number (not X) as Y. Without one of both nothing is suggested. A suggestion of the editor only: the model
 * never guesses (reference-visualizations 4.1).
 */
export function suggestMapping(data: VisualizationData): Record<string, string> {
  const kinds = data.columns.map(({ name, type }) => ({ name, kind: columnKind(name, type, data) }))
  const first = (kind: Kind) => kinds.find((column) => column.kind === kind)
  const numbers = kinds.filter((column) => column.kind === 'number')
  const x = first('date') ?? first('text') ?? (numbers.length > 1 ? numbers[0] : undefined)
  const y = numbers.find((column) => column !== x)
  return x && y
    ? Object.fromEntries([
        [x.name, 'x'],
        [y.name, 'y'],
      ])
    : {}
}

function columnKind(name: string, type: string | null, { rows }: VisualizationData): Kind {
  if (type === 'date' || type === 'datetime') return 'date'
  if (type === 'integer' || type === 'float') return 'number'
  if (type === 'boolean') return 'text'
  const values = rows
    .slice(0, sample)
    .map((row) => row[name])
    .filter((value) => value !== null && value !== undefined && value !== '')
  if (values.length === 0) return 'empty'
  if (values.every(isIsoDate)) return 'date'
  return values.every((value) => typeof value === 'number' || (type === null && cleanNumber(value) !== null))
    ? 'number'
    : 'text'
}
