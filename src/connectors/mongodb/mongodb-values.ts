import { QueryFailed } from '../connector-errors.ts'

const isoDate = /^ISODate\(["'](.*)["']\)$/i
/** deeper than any document of MongoDB, which allows 100 levels */
const maxDepth = 200

/**
 * Values that JSON lacks (docs/reference/connectors.md#mongodb): texts `ISODate("…")`, `$humanTime`, `$oids`, and
 * Extended JSON. Throws QueryFailed.
 */
export async function readExtendedJson(value: unknown, now: Date): Promise<unknown> {
  const [{ BSON }, { parseDate }] = await Promise.all([import('mongodb'), import('chrono-node/en')])
  const humanTime = (text: unknown) => {
    const found = typeof text === 'string' ? parseDate(text, { instant: now, timezone: 'UTC' }) : null
    if (found !== null) return { $date: found.toISOString() }
    throw new QueryFailed(
      `$humanTime: ${JSON.stringify(text)} is not a time that can be understood, such as "1 hour ago".`,
    )
  }
  const walk = (part: unknown, depth: number): unknown => {
    if (depth > maxDepth) throw new QueryFailed(`The query is nested more than ${maxDepth} levels deep.`)
    if (typeof part === 'string') {
      const text = isoDate.exec(part)?.[1]
      return text === undefined ? part : { $date: instant(text) }
    }
    if (Array.isArray(part)) return part.map((each) => walk(each, depth + 1))
    if (typeof part !== 'object' || part === null) return part
    if ('$humanTime' in part) return humanTime(part.$humanTime)
    if ('$oids' in part) {
      if (!Array.isArray(part.$oids)) throw new QueryFailed('$oids takes an array as input.')
      return part.$oids.map((id: unknown) => ({ $oid: id }))
    }
    if ('$date' in part && typeof part.$date === 'string') return { $date: instant(part.$date) }
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, walk(each, depth + 1)]))
  }
  const walked = walk(value, 0)
  try {
    return BSON.EJSON.deserialize(walked as Record<string, unknown>, { relaxed: false })
  } catch (error) {
    throw new QueryFailed(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

const withoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/

/** An instant; without a zone it is meant in UTC, wherever this process runs. */
function instant(text: string): string {
  const time = Date.parse(withoutZone.test(text) ? `${text.replace(' ', 'T')}Z` : text)
  if (Number.isNaN(time))
    throw new QueryFailed(`${JSON.stringify(text)} is not a date of the form 2024-01-31T12:00:00Z.`)
  return new Date(time).toISOString()
}
