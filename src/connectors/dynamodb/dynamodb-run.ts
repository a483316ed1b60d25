import { type BoundValue, valuesWithin } from '#shared/sql/bound-value.ts'
import { breaks } from '../breaks.ts'
import type { ConnectorHost, Sink } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { askAws } from '../credentials/aws-request.ts'
import type { AwsIdentity } from '../credentials/aws-types.ts'
import { flatRows } from '../flat-rows.ts'
import { textOf } from '../http-answer.ts'
import { cutObject, itemsOf, readString } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { standardDialect } from '../standard-dialect.ts'
import { cellsOfItem } from './dynamodb-values.ts'

export interface DynamoOptions {
  identity: AwsIdentity
  isConsistent: boolean
}

export interface DynamoLink {
  options: DynamoOptions
  host: ConnectorHost
}

/** A page has 1 MB of items; as JSON, with the names of types, it is larger. */
const maxPage = 64_000_000
const pageTooLong = 'DynamoDB sent a page of more than 64 MB.'
const service = { name: 'dynamodb', target: 'DynamoDB_20120810', version: '1.0' } as const

/** The members of an answer. `repeats`: it may be asked twice. */
export async function askDynamodb(
  { options, host }: DynamoLink,
  operation: string,
  input: object,
  signal: AbortSignal,
  repeats = true,
): Promise<Map<string, string>> {
  const link = { identity: options.identity, host }
  const reply = await askAws(link, { ...service, repeats }, operation, input, signal)
  return cutObject(await textOf(reply, maxPage, pageTooLong))
}

/** Runs one statement, page by page. Texts of parameters are sent apart from it. */
export async function runPartiql(
  link: DynamoLink,
  text: string,
  sink: Sink,
  signal: AbortSignal,
  values: readonly BoundValue[],
): Promise<void> {
  requireSendable(text, [], { takesNul: true })
  const statements = await readStatements(text, standardDialect)
  const [statement] = statements
  if (statement === undefined) throw new QueryFailed('Query is empty')
  if (statements.length > 1) throw new QueryFailed('DynamoDB takes one statement at a time.')
  const { sent, parameters } = withParameters(
    statement.text,
    valuesWithin(values, statement).filter(({ type, cast }) => type === 'text' && cast === null),
  )
  const input = {
    Statement: sent,
    ...(parameters.length === 0 ? {} : { Parameters: parameters.map((value) => ({ S: value })) }),
    ...(link.options.isConsistent ? { ConsistentRead: true } : {}),
  }
  const reads = statement.first === 'SELECT'
  const rows = flatRows(sink, 'Name the attributes after SELECT.')
  try {
    await runRemotely({ signal, end: async () => {} }, async (run) => {
      for (let token: string | null = null; ; ) {
        const page: Map<string, string> = await askDynamodb(
          link,
          'ExecuteStatement',
          token === null ? input : { ...input, NextToken: token },
          run.signal,
          reads,
        )
        const rest = breaks()
        for (const item of itemsOf(page.get('Items') ?? '[]')) {
          const added = rows.add(cellsOfItem(item))
          if (added !== null) await added
          await rest()
        }
        token = readString(page.get('NextToken') ?? '')
        if (token === null) break
      }
      await rows.finish()
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

/** DynamoDB takes a `?` for each, in their order. */
function withParameters(
  statement: string,
  values: readonly BoundValue[],
): { sent: string; parameters: string[] } {
  const parts: string[] = []
  let end = 0
  for (const value of values) {
    parts.push(statement.slice(end, value.start), '?')
    end = value.end
  }
  parts.push(statement.slice(end))
  return { sent: parts.join(''), parameters: values.map(({ value }) => value) }
}
