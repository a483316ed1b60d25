import pg from 'pg'
import { vi } from 'vitest'

/** How many SQL statements this process sends during the work, without those of the audit log, whose time varies. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls.filter(([statement]) => !isOfAuditLog(statement)).length
  } finally {
    spy.mockRestore()
  }
}

function isOfAuditLog(statement: unknown): boolean {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
  return typeof text === 'string' && text.includes('insert into "events"')
}
