import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete'
import type { CompletionItem } from '#web/schema-browser/schema-index.ts'
import type { LoadedSchema } from '#web/schema-browser/use-schema.ts'
import { type NameStyle, quoteName, quotePart } from './quote-name.ts'
import { isNamePlace, tablesOfStatement, type WordAtCursor, wordBefore } from './statement.ts'

/** How far around the cursor a statement is searched. */
const statementReach = 20_000

/** Tables and columns from the schema's worker; the statement's own tables come first. */
export function schemaCompletion(
  readSchema: () => LoadedSchema | null,
  names: () => NameStyle,
): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const schema = readSchema()
    if (schema === null || isInTextOrComment(context)) return null
    const line = context.state.doc.lineAt(context.pos)
    const word = wordBefore(line.text.slice(0, context.pos - line.from))
    if (!context.explicit && word.qualifier === null && word.prefix === '' && word.quote === null) return null
    const isAlias =
      word.qualifier === null &&
      !isNamePlace(context.state.sliceDoc(Math.max(0, line.from + word.from - 200), line.from + word.from))
    if (!context.explicit && isAlias) return null
    const from = Math.max(0, context.pos - statementReach)
    const around = context.state.sliceDoc(from, context.pos + statementReach)
    const items = await schema.client.ask<'complete'>({
      kind: 'complete',
      request: {
        qualifier: word.qualifier,
        prefix: word.prefix,
        from: tablesOfStatement(around, context.pos - from),
      },
    })
    if (context.aborted || items.length === 0) return null
    return {
      from: line.from + word.from,
      options: items.map((item) => toCompletion(item, word, names())),
      // a full list may be truncated: query again with more letters
      validFor: items.length < 200 ? /^["`]?[\p{L}\p{N}_$.]*$/u : undefined,
    }
  }
}

const tableType = 'class'
const columnType = 'property'

/** Whether an entry of the list is a table or column. */
export function isSchemaName({ type }: Completion): boolean {
  return type === tableType || type === columnType
}

function toCompletion(item: CompletionItem, word: WordAtCursor, names: NameStyle): Completion {
  const written = item.kind === 'table' ? quoteName(item.label, names) : quotePart(item.label, names)
  return {
    label: word.quote ? word.quote + item.label : item.label,
    displayLabel: item.label,
    apply: word.quote ? word.quote + item.label + word.quote : written,
    type: item.kind === 'table' ? tableType : columnType,
    detail: item.detail,
    boost: item.rank * 20,
  }
}

function isInTextOrComment(context: CompletionContext): boolean {
  return context.tokenBefore(['String', 'LineComment', 'BlockComment']) !== null
}
