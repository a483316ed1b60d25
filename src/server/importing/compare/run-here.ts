import type { Connector, Sink } from '#connectors/connector.ts'
import { TimedOut } from '#connectors/connector-errors.ts'
import type { Secrets } from '#server/kernel/index.ts'
import { type EncodeRow, rowEncoder } from '#server/runs/index.ts'
import type { createSourceAccess } from '#server/worker/index.ts'
import { uniqueColumnNames } from '#shared/results/column-names.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { compareRows, type TheirResult, type Verdict } from './compare-rows.ts'
import type { ComparedSource } from './compare-store.ts'
import { parseExactly } from './parse-exactly.ts'

export interface ComparedText {
  text: string
  values: readonly BoundValue[]
}

export interface RunNeeds {
  access: ReturnType<typeof createSourceAccess>
  secrets: Secrets
  seconds: number
}

/** Runs the text and compares its rows while they come. Throws the errors of the connector. */
export async function runAndCompare(
  { access, secrets, seconds }: RunNeeds,
  { connector, source }: { connector: Connector; source: ComparedSource },
  { text, values }: ComparedText,
  theirs: TheirResult,
): Promise<Verdict> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new TimedOut()), Math.min(seconds * 1000, 2_147_483_647))
  const { signal } = controller
  try {
    const options = secrets.unseal(source.encrypted_options)
    const session = await access.open(connector, options, { signal, maxSeconds: seconds })
    try {
      const comparison = compareRows(theirs)
      await session.run(text, sinkOf(comparison), signal, values)
      return comparison.verdict()
    } finally {
      await session.close()
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Rows are encoded as those of stored results, so that exactly what users see is compared. */
function sinkOf(comparison: ReturnType<typeof compareRows>): Sink {
  let encode: EncodeRow | null = null
  return {
    columns(given) {
      const names = uniqueColumnNames(given.map(({ name }) => name))
      encode = rowEncoder(given, names)
      comparison.columns(given.map(({ type }, at) => ({ name: names[at] ?? '', type })))
    },
    async rows(batch) {
      return batch.every((cells) => comparison.row(parseExactly(encode?.(cells) ?? '{}')))
    },
    log() {},
    metadata() {},
  }
}
