/** The result could not be stored: no space within the quota, the disk is full, or the database is gone. */
export class StoringFailed extends Error {
  constructor(cause: unknown) {
    super(`The result could not be stored: ${describe(cause)}`, { cause })
    this.name = 'StoringFailed'
  }
}

const diskFull = '53100'

function describe(cause: unknown): string {
  if ((cause as { code?: unknown } | null)?.code === diskFull)
    return 'the disk of the Sextant database is full.'
  return cause instanceof Error ? cause.message : String(cause)
}
