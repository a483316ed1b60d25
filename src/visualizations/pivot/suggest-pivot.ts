import type { VisualizationData } from '../visualization.ts'

const maxColumns = 20

/** Numbers that name things instead of measuring them. */
const namesOfKeys = /(^|[_\s])(id|key|code|zip|year)$/i

/** The first text or date as rows, another with few values as columns, and the sum of the first measure. */
export function suggestPivot(data: VisualizationData): Record<string, unknown> {
  const texts = data.columns.filter(({ type }) => type === 'string' || type === 'date' || type === 'boolean')
  const instants = data.columns.filter(({ type }) => type === 'datetime')
  const rows = texts[0] ?? instants[0]
  const cols = texts.find((column) => column !== rows && isFew(data, column.name))
  const measure = data.columns.find(
    ({ name, type }) => (type === 'integer' || type === 'float') && !namesOfKeys.test(name),
  )
  return {
    rows: rows ? [rows.name] : [],
    cols: cols ? [cols.name] : [],
    ...(measure ? { aggregatorName: 'Sum', vals: [measure.name] } : { aggregatorName: 'Count', vals: [] }),
  }
}

function isFew({ rows }: VisualizationData, name: string): boolean {
  const seen = new Set<unknown>()
  for (const row of rows) {
    seen.add(row[name])
    if (seen.size > maxColumns) return false
  }
  return seen.size > 1
}
