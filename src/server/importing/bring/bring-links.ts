import type { Bringing } from './bring-kind.ts'
import { insertLinks, type LinkTarget, listItems, saveItems, type Values } from './bring-store.ts'
import { hashOf } from './item-hash.ts'

const nothing = hashOf(null)

/**
 * Adds links between items. One that was added before and removed here stays removed. `admits` decides about each new
 * link, and reports the reason if it refuses.
 */
export async function bringLinks(
  { db, orgId, redash, report }: Bringing,
  { kind, to, admits }: { kind: string; to: LinkTarget; admits?(values: Values): Promise<boolean> },
  links: readonly { key: string; values: Values }[],
): Promise<void> {
  const place = { org_id: orgId, origin: redash.origin, kind }
  const known = await listItems(db, place)
  const added = new Map<string, Values>()
  const refused = new Set<string>()
  for (const { key, values } of links) {
    if (known.has(key)) continue
    if (admits === undefined || (await admits(values))) added.set(key, values)
    else refused.add(key)
  }
  const batch = 500
  for (let from = 0; from < added.size; from += batch) {
    const part = [...added].slice(from, from + batch)
    await insertLinks(
      db,
      to,
      part.map(([, values]) => values),
    )
    await saveItems(
      db,
      place,
      part.map(([their_key]) => ({ their_key, our_id: null, their_hash: nothing, our_hash: nothing })),
    )
  }
  for (const { key } of links)
    report.count(kind, known.has(key) ? 'same' : refused.has(key) ? 'left_out' : 'new')
}
