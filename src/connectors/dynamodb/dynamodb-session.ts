import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import type { ConnectorHost, Session } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { actingAs } from '../credentials/aws-identity.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { askDynamodb, type DynamoLink, type DynamoOptions, runPartiql } from './dynamodb-run.ts'

/** Nothing is connected until the first request: each one is signed by itself. */
export async function openDynamodb(read: DynamoOptions | Phrase, host: ConnectorHost): Promise<Session> {
  if (isPhrase(read)) throw new ConnectionFailed(String(read))
  const link = { host, options: { ...read, identity: await actingAs(read.identity, host) } }
  return {
    run: (text, sink, signal, values = []) => runPartiql(link, text, sink, signal, values),
    async ping(signal) {
      await askDynamodb(link, 'ListTables', { Limit: 1 }, signal)
    },
    tables: (signal) => readTables(link, signal),
    async close() {},
  }
}

/** Of so many tables the keys are read, with a question for each. */
const maxDescribed = 200

async function readTables(link: DynamoLink, signal: AbortSignal): Promise<SchemaTable[]> {
  const names: string[] = []
  for (let last: string | null = null; ; ) {
    const input = last === null ? {} : { ExclusiveStartTableName: last }
    const page = await askDynamodb(link, 'ListTables', input, signal)
    names.push(...cutList(page.get('TableNames') ?? '[]').map((name) => readString(name) ?? ''))
    last = readString(page.get('LastEvaluatedTableName') ?? '')
    if (last === null) break
  }
  names.sort()
  const tables: SchemaTable[] = []
  for (const [at, name] of names.entries()) {
    tables.push({ name, columns: at < maxDescribed ? await keysOf(link, name, signal) : [] })
  }
  return tables
}

const types: Readonly<Record<string, string>> = { S: 'string', N: 'number', B: 'binary' }

/** The attributes that keys and indices are made of: others have no place in a description. */
async function keysOf(link: DynamoLink, name: string, signal: AbortSignal): Promise<SchemaTable['columns']> {
  const answer = await askDynamodb(link, 'DescribeTable', { TableName: name }, signal)
  const table = cutObject(answer.get('Table') ?? '{}')
  const attributeOf = (item: string) => {
    const members = cutObject(item)
    return [readString(members.get('AttributeName') ?? '') ?? '', members] as const
  }
  const keys = new Set(cutList(table.get('KeySchema') ?? '[]').map((item) => attributeOf(item)[0]))
  const columns = cutList(table.get('AttributeDefinitions') ?? '[]').map((item) => {
    const [attribute, members] = attributeOf(item)
    const type = types[readString(members.get('AttributeType') ?? '') ?? '']
    const isKey = keys.has(attribute) ? { is_key: true } : {}
    return { name: attribute, ...(type === undefined ? {} : { type }), ...isKey }
  })
  return columns.sort((one, other) => (one.name < other.name ? -1 : 1))
}
