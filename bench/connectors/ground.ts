/** A real server, the query for 200,000 rows of 10 mixed columns, and how the bare driver or bare HTTP reads the same. */
export interface BenchGround {
  options: Record<string, unknown>
  /** 200,000 rows x 10 columns */
  text: string
  bare(): Promise<void>
  /** the same columns, 3,000,000 rows; null: the test server would need too long to fill */
  long: string | null
  /** one row, and the same with the bare driver on an open connection; null: the type has no such query */
  one: { text: string; bare(): Promise<void> } | null
  stop(): Promise<void>
}

export const benchRowCount = 200_000
export const longRowCount = 3_000_000

/** Reads an answer to its end and does nothing with it. */
export async function drain(reply: Response): Promise<void> {
  if (!reply.ok) throw new Error(await reply.text())
  for await (const _ of reply.body ?? []);
}
