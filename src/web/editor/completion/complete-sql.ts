import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { SqlStyle } from '#shared/data-sources/data-sources-api.ts'
import {
  type CompletionAnswer,
  type CompletionRequest,
  completeNames,
  noNames,
} from '#web/schema-browser/complete-names.ts'
import { matchOf } from '#web/schema-browser/match-name.ts'
import type { LoadedSchema } from '#web/schema-browser/use-schema.ts'
import { completeWord } from '../editor-snippets.ts'
import { functionsOf, givesRows, type SqlFunction } from './functions.ts'
import { dialectOf, keywordsOf, typesOf, writesUpperCase } from './keywords.ts'
import { type Entry, functionEntry, nameEntry, wordEntry } from './list-entries.ts'
import { nameUses } from './name-uses.ts'
import { namesRequest } from './names-request.ts'
import { isInParameter } from './parameter-place.ts'
import { countUses, rankEntries, ranks } from './rank-entries.ts'
import { type Scope, scopeAt } from './statement-scope.ts'
import { type WordAtCursor, wordBefore } from './word-at-cursor.ts'

/** How far around the cursor a statement is searched. */
const reach = 20_000

const defaultStyle: Pick<SqlStyle, 'quote' | 'folds_case'> = { quote: '"', folds_case: false }

/** What the list of an editor of SQL depends on. */
export interface SqlEditor {
  schema: LoadedSchema | null
  style: SqlStyle | null
}

/** Names of the statement and the schema, functions and keywords for the word at the cursor, best first. */
export async function completeSql(
  context: CompletionContext,
  { schema, style }: SqlEditor,
): Promise<CompletionResult | null> {
  if (context.state.readOnly || isInTextOrComment(context)) return null
  const { state, pos } = context
  if (isInParameter(state.sliceDoc(Math.max(0, pos - 200), pos))) return null
  const line = state.doc.lineAt(pos)
  const word = wordBefore(line.text.slice(0, pos - line.from))
  const start = Math.max(0, pos - reach)
  const text = state.sliceDoc(start, pos + reach)
  const scope = scopeAt(text, pos - start)
  if (!isWanted(context, word, scope)) return null
  const dialect = dialectOf(style?.formatter)
  const [names, functions, snippets] = await Promise.all([
    askNames(schema, namesRequest(word, scope, pos - start)),
    functionsOf(dialect),
    word.qualifier === null && word.prefix !== '' ? completeWord(context) : null,
  ])
  const from = line.from + word.from
  if (context.aborted) return null
  const isUpper = writesUpperCase(word.prefix, text.slice(Math.max(0, pos - start - 2000), pos - start))
  const entries: Entry[] = [
    ...names.items.map((item) => nameEntry(item, style ?? defaultStyle)),
    ...(word.qualifier === null && word.quote === null
      ? words({ scope, dialect, functions, isUpper, isNamed: word.prefix !== '' || context.explicit })
      : []),
    ...(snippets?.options ?? []).map((completion) => ({
      label: completion.label,
      rank: ranks.snippet,
      completion,
    })),
  ]
  const weightOf = countUses(text, word.prefix, nameUses())
  const result = (prefix: string) => listed(rankEntries(entries, prefix, weightOf), from, prefix)
  const isComplete = names.isComplete && word.prefix !== ''
  const found = result(word.prefix)
  return found && { ...found, ...updates(isComplete, result, word) }
}

/** While the word grows, the same entries are sorted again without asking the worker. */
function updates(
  isComplete: boolean,
  result: (prefix: string) => CompletionResult | null,
  { prefix: begun, quote }: WordAtCursor,
): Pick<CompletionResult, 'update'> {
  const update: CompletionResult['update'] = (_current, from, to, { state }) => {
    const typed = state.sliceDoc(from + (quote?.length ?? 0), to)
    if (!isComplete || !typed.startsWith(begun) || !/^[\p{L}\p{N}_$]+$/u.test(typed)) return null
    const next = result(typed)
    return next && { ...next, update }
  }
  return { update }
}

function listed(entries: readonly Entry[], from: number, prefix: string): CompletionResult | null {
  const lower = prefix.toLowerCase()
  const [first] = entries
  // a list whose only entry is written already is in the way
  if (first === undefined || (entries.length === 1 && first.label.toLowerCase() === lower)) return null
  return {
    from,
    filter: false,
    options: entries.map(({ completion }) => completion),
    getMatch: ({ label, displayLabel }: Completion) => {
      const shown = (displayLabel ?? label).toLowerCase()
      const at = prefix === '' || matchOf(shown, lower) === null ? -1 : startOfMatch(shown, lower)
      return at < 0 ? [] : [at, at + prefix.length]
    },
  }
}

function startOfMatch(shown: string, prefix: string): number {
  if (shown.startsWith(prefix)) return 0
  const afterDot = shown.indexOf(`.${prefix}`)
  return afterDot >= 0 ? afterDot + 1 : shown.indexOf(prefix)
}

/** Letters, a dot, or a place where only names fit open the list by themselves; numbers and new names never do. */
function isWanted(context: CompletionContext, word: WordAtCursor, { place }: Scope): boolean {
  if (/^[0-9]/.test(word.prefix)) return false
  if (place.kind === 'new' && word.qualifier === null) return false
  if (context.explicit || word.qualifier !== null || word.prefix !== '' || word.quote !== null) return true
  return place.opens && /\s/.test(context.state.sliceDoc(context.pos - 1, context.pos))
}

function isInTextOrComment(context: CompletionContext): boolean {
  return context.tokenBefore(['String', 'LineComment', 'BlockComment']) !== null
}

async function askNames(
  schema: LoadedSchema | null,
  request: CompletionRequest | null,
): Promise<CompletionAnswer> {
  if (request === null) return { items: [], isComplete: true }
  if (schema === null) return completeNames(noNames, request)
  return await schema.client.ask<'complete'>({ kind: 'complete', request })
}

interface WordsNeeded {
  scope: Scope
  dialect: string
  functions: readonly SqlFunction[]
  isUpper: boolean
  /** a letter was typed, or the list was asked for */
  isNamed: boolean
}

/** Functions, types and keywords, as far as they fit the place. */
function words({ scope: { place }, dialect, functions, isUpper, isNamed }: WordsNeeded): Entry[] {
  if (!isNamed || place.target !== undefined) return []
  if (place.kind === 'types') return typesOf(dialect).map((name) => wordEntry(name, isUpper, 'type'))
  const keywords = keywordsOf(dialect).map((name) => wordEntry(name, isUpper, 'keyword'))
  if (place.kind === 'start' || place.kind === 'keywords') return keywords
  const fitting = place.kind === 'tables' ? functions.filter(givesRows) : functions
  return [...fitting.map((one) => functionEntry(one, isUpper)), ...keywords]
}
