/** What happened to the items of one kind. */
export const outcomes = ['new', 'changed', 'same', 'here_before', 'kept', 'deleted_here', 'left_out'] as const
export type Outcome = (typeof outcomes)[number]

export interface Note {
  kind: string
  /** as Redash identifies it */
  id: string
  name: string
  text: string
}

export interface ImportReport {
  counts: Record<string, Partial<Record<Outcome, number>>>
  notes: Note[]
  /** notes that are not in the list because it is full */
  further_notes: number
}

export interface Reporting {
  count(kind: string, outcome: Outcome): void
  note(note: Note): void
  report(): ImportReport
}

const maxNotes = 10_000

export function createReport(): Reporting {
  const counts: ImportReport['counts'] = {}
  const notes: Note[] = []
  let further_notes = 0
  return {
    count(kind, outcome) {
      const ofKind = counts[kind] ?? {}
      counts[kind] = { ...ofKind, [outcome]: (ofKind[outcome] ?? 0) + 1 }
    },
    note(note) {
      if (notes.length < maxNotes) notes.push(note)
      else further_notes++
    },
    report: () => ({ counts, notes, further_notes }),
  }
}
