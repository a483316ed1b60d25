import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

export interface JudgedQuery {
  id: number
  /** the version that was judged */
  version: number
  is_safe: boolean
  safety_rule: string
}

/** Not a save. Skips queries that are being saved: they are judged when next displayed. */
export async function noteSafety(db: Db, judged: readonly JudgedQuery[]): Promise<void> {
  await sql`
    update queries set is_safe = j.is_safe, safety_rule = j.safety_rule
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb)
      as j (id integer, version integer, is_safe boolean, safety_rule text)
    where queries.id = j.id and queries.version = j.version
      and queries.id in (
        select id from queries where id = any(${judged.map(({ id }) => id)}) order by id for no key update skip locked
      )`.execute(db)
}
