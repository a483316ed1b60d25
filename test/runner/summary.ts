import type { StepResult } from './step.ts'

/** The table of all steps and, last, the plain line `N passed, N failed`. */
export function summary(steps: readonly StepResult[]): string {
  const head = ['', 'passed', 'failed', 'seconds', '']
  const rows = steps.map((step) => [
    step.name,
    String(step.passed),
    String(step.failed),
    step.seconds.toFixed(1),
    step.note ?? '',
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 || column === 4 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd(),
  )
  const sum = (field: 'passed' | 'failed') => steps.reduce((total, step) => total + step[field], 0)
  return `\n${lines.join('\n')}\n\n${sum('passed')} passed, ${sum('failed')} failed\n`
}
