import { type ImportReport, type Outcome, outcomes } from '#server/importing/index.ts'
import { writeTable } from '../commands/write-table.ts'

const headings: Readonly<Record<Outcome, string>> = {
  new: 'NEW',
  changed: 'CHANGED',
  same: 'UNCHANGED',
  here_before: 'HERE BEFORE',
  kept: 'KEPT AS HERE',
  deleted_here: 'DELETED HERE',
  left_out: 'LEFT OUT',
}

/** A table of what came, and a line for each thing that did not come as it was. */
export function importLines(
  { counts, notes, further_notes }: ImportReport,
  { dryRun }: { dryRun: boolean },
): string[] {
  const used = outcomes.filter((outcome) =>
    Object.values(counts).some((ofKind) => ofKind[outcome] !== undefined),
  )
  const rows = Object.entries(counts).map(([kind, ofKind]) => [
    kind.replaceAll('_', ' '),
    ...used.map((outcome) => String(ofKind[outcome] ?? '')),
  ])
  return [
    dryRun ? 'This would come. Nothing was imported yet.' : 'Imported.',
    '',
    writeTable(['KIND', ...used.map((outcome) => headings[outcome])], rows),
    ...(notes.length > 0 ? ['', 'To know:'] : []),
    ...notes.map(({ kind, id, name, text }) => {
      const what = [kind.replaceAll('_', ' '), id, name === '' ? '' : `"${name}"`]
      return `- ${what.filter((word) => word !== '').join(' ')}: ${text}`
    }),
    ...(further_notes > 0 ? [`- and ${further_notes} more`] : []),
  ]
}
