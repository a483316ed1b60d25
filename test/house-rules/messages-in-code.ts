import { readFileSync } from 'node:fs'
import { optionsSchema } from '../../src/connectors/options-schema.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { destinations } from '../../src/destinations/registry.ts'
import { textsOf } from '../../src/shared/config-form/form-fields.ts'
import { errorCodes } from '../../src/shared/errors/error-codes.ts'
import {
  childrenOf,
  isNode,
  isTranslation,
  nameOf,
  parseSource,
  type SyntaxNode,
} from './hard-wired-texts.ts'
import { filesWithCalls } from './texts-of-the-interface.ts'

export interface PluralForms {
  one: string
  other: string
}

/** As in src/shared/messages/en.json: each English text maps to itself, texts with a number to their `other` form. */
export type Messages = Record<string, string | PluralForms>

/** For a text with elements, the values are a separate property: `<Message text={t('…')} values={{ … }} />`. */
interface Call {
  node: SyntaxNode
  /** null: not a literal in the call */
  message: string | PluralForms | null
  /** null: none, or not literal in the call */
  given: readonly string[] | null
  place: string
}

/** Every call of `t`, `plural` and `phrase`, in the order of files and lines. */
export function messageCalls(): Call[] {
  return filesWithCalls().flatMap((file) => callsIn(file, readFileSync(file, 'utf8')))
}

export function callsIn(file: string, code: string): Call[] {
  const calls: Call[] = []
  const visit = (node: SyntaxNode, valuesBeside: SyntaxNode | null) => {
    if (isTranslation(node)) {
      const place = `${file}:${code.slice(0, node.start).split('\n').length}`
      calls.push({ node, message: messageOf(node), given: givenTo(node, valuesBeside), place })
    }
    const values = node.type === 'JSXOpeningElement' && nameOf(node.name) === 'Message' ? node : null
    for (const child of childrenOf(node)) visit(child, values ? attribute(values, 'values') : valuesBeside)
  }
  visit(parseSource(file, code), null)
  return calls
}

function messageOf(call: SyntaxNode): Call['message'] {
  const given = call.arguments as SyntaxNode[]
  if (nameOf(call.callee) !== 'plural') return textOf(given[0])
  const forms = propertiesOf(given[1])
  const [one, other] = [textOf(forms?.get('one')), textOf(forms?.get('other'))]
  return one === null || other === null || forms?.size !== 2 ? null : { one, other }
}

function textOf(node: SyntaxNode | undefined): string | null {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}

/** null: not an object literal */
function propertiesOf(node: SyntaxNode | undefined): Map<string, SyntaxNode> | null {
  if (node?.type !== 'ObjectExpression') return null
  const properties = node.properties as SyntaxNode[]
  if (properties.some(({ type, computed }) => type !== 'Property' || computed === true)) return null
  return new Map(properties.map(({ key, value }) => [nameOf(key), value as SyntaxNode]))
}

function attribute(element: SyntaxNode, name: string): SyntaxNode | null {
  const found = (element.attributes as SyntaxNode[]).find((one) => nameOf(one.name) === name)
  const container = found && isNode(found.value) ? found.value : undefined
  return container && isNode(container.expression) ? container.expression : null
}

function givenTo(call: SyntaxNode, valuesBeside: SyntaxNode | null): readonly string[] | null {
  const isPlural = nameOf(call.callee) === 'plural'
  const values = (call.arguments as SyntaxNode[])[isPlural ? 2 : 1]
  const own = values === undefined ? new Map() : propertiesOf(values)
  const beside = valuesBeside === null ? new Map() : propertiesOf(valuesBeside)
  if (own === null || beside === null) return null
  return [...own.keys(), ...beside.keys(), ...(isPlural ? ['count'] : [])]
}

/** Placeholders of a text, or of all its forms. */
export function placeholdersOf(message: string | PluralForms): string[] {
  const text = typeof message === 'string' ? message : `${message.one} ${message.other}`
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))]
}

/** A text of placeholders alone has no words to translate. */
const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ''))

/** The options of all types, as forms show them. */
function textsOfOptions(): string[] {
  const schemas = [
    ...connectors.map(optionsSchema),
    ...destinations.map(({ configurationSchema }) => configurationSchema),
  ]
  return schemas.flatMap(textsOf)
}

/** The expected content of src/shared/messages/en.json: texts of calls and of options, and the messages of all refusals. */
export function messagesIn(calls: readonly Call[]): Messages {
  const messages = new Map<string, string | PluralForms>()
  for (const { message } of calls) {
    if (message === null || (typeof message === 'string' && !hasWords(message))) continue
    messages.set(typeof message === 'string' ? message : message.other, message)
  }
  for (const { message } of Object.values(errorCodes)) if (hasWords(message)) messages.set(message, message)
  for (const text of textsOfOptions()) messages.set(text, text)
  return Object.fromEntries([...messages].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export const englishFile = 'src/shared/messages/en.json'

export function written(messages: Messages): string {
  return `${JSON.stringify(messages, null, 2)}\n`
}
