import { type Group, isSign, isWord, type Node } from './sql-nodes.ts'

/** What can stand at a place of a statement. */
export interface Place {
  /**
   * `start`: a statement begins. `keywords`: a name is complete, so an alias or the next clause follows. `new`: a name
   * that does not exist yet.
   */
  kind: 'start' | 'tables' | 'columns' | 'types' | 'keywords' | 'new'
  /** the list opens before a letter is typed */
  opens: boolean
  /** after ON, where conditions between the joined tables stand */
  joins?: boolean
  /** names of the select list fit too */
  usesSelected?: boolean
  /** the only table whose columns fit: of INSERT INTO t (…) */
  target?: string
}

const tableWords = ['from', 'join', 'into', 'update', 'table', 'describe', 'lateral', 'only', 'truncate']
const columnClauses = [
  'select',
  'where',
  'on',
  'having',
  'by',
  'set',
  'returning',
  'qualify',
  'values',
  'limit',
]
const clauses = [...tableWords, ...columnClauses]

/** Words that a name follows; after any other word an alias or a clause does. */
const beforeNames =
  'select distinct all where and or not by having when then else case in like ilike between is set values returning limit offset over filter any some exists on using call qualify rlike regexp similar asc'.split(
    ' ',
  )

const statementStarts = 'union except intersect explain analyze'.split(' ')

const plain = (kind: Place['kind']): Place => ({ kind, opens: false })

/** The place after the nodes that begin before the cursor. */
export function placeIn(nodes: readonly Node[], cursor: number): Place {
  const before = nodes.filter(({ from }) => from < cursor)
  const place = placeAfter(before)
  const clause = before.findLast((node) => isWord(node, ...clauses))
  return isWord(clause, 'by', 'having', 'qualify') ? { ...place, usesSelected: true } : place
}

function placeAfter(before: readonly Node[]): Place {
  const last = before.at(-1)
  if (last === undefined) return plain('start')
  if (last.kind === 'word') return afterWord(before, last.text.toLowerCase())
  if (last.kind === 'sign') return afterSign(before, last.text)
  return plain('keywords')
}

function afterWord(before: readonly Node[], word: string): Place {
  if (word === 'as') return plain('new')
  // ON CONFLICT, and the objects of GRANT … ON and CREATE … ON
  if (word === 'on') {
    const isObject = isWord(before[0], 'grant', 'revoke', 'comment', 'create')
    return isObject ? plain('tables') : { kind: 'columns', opens: true, joins: true }
  }
  if (word === 'by') return { kind: 'columns', opens: true }
  if (word === 'from' && isWord(before.at(-2), 'distinct')) return plain('columns')
  if (tableWords.includes(word)) return plain('tables')
  if (statementStarts.includes(word)) return plain('start')
  return plain(beforeNames.includes(word) ? 'columns' : 'keywords')
}

function afterSign(before: readonly Node[], sign: string): Place {
  if (sign === '::') return plain('types')
  if (sign === ']' || sign === '}') return plain('keywords')
  if (sign === ':' || sign === '@' || sign === '?') return plain('new')
  const owner = before.at(-2)
  if (sign === '*') {
    const isEverything =
      isWord(owner, 'select', 'distinct', 'all') || isSign(owner, '.') || isSign(owner, ',')
    return plain(isEverything ? 'keywords' : 'columns')
  }
  const isList = sign === ',' || sign === '.'
  const clause = before.findLast((node) => isWord(node, ...clauses))
  return plain(isList && isWord(clause, ...tableWords) ? 'tables' : 'columns')
}

/** The place in brackets that hold no query; `before` are the nodes before them. */
export function placeInBrackets(before: readonly Node[], { nodes }: Group, cursor: number): Place {
  const inner = nodes.filter(({ from }) => from < cursor)
  const name = before.at(-1)
  const last = inner.at(-1)
  const place = placeIn(inner, cursor)
  const target = insertTarget(before)
  if (target !== null) return place.kind === 'keywords' ? place : { ...plain('columns'), target }
  if (definesColumns(before)) return plain(last?.kind === 'word' ? 'types' : 'new')
  if (isWord(last, 'as')) return plain(isWord(name, 'cast', 'try_cast', 'safe_cast') ? 'types' : 'new')
  const isTable =
    isWord(name, ...tableWords) || (isSign(name, ',') && placeIn(before, cursor).kind === 'tables')
  const isSubquery = isTable || isWord(name, 'in', 'exists', 'any', 'some', 'union', 'except', 'intersect')
  if (place.kind === 'start') return plain(isSubquery ? 'start' : 'columns')
  return place.kind === 'tables' && !isTable ? { ...place, kind: 'columns' } : place
}

/** The table of `insert into t` before a bracket. */
function insertTarget(before: readonly Node[]): string | null {
  const into = before.findLastIndex((node) => isWord(node, 'into'))
  const path = before.slice(into + 1)
  const isPath = path.length > 0 && path.every((node) => /word|quoted/.test(node.kind) || isSign(node, '.'))
  const isOnlyPath = isPath && path.length % 2 === 1
  const last = path.at(-1)
  return into >= 0 && isOnlyPath && (last?.kind === 'word' || last?.kind === 'quoted') ? last.text : null
}

/** Whether a bracket names new columns: CREATE TABLE t (…) and the aliases of `as t (…)`. */
function definesColumns(before: readonly Node[]): boolean {
  const name = before.at(-1)
  if (name?.kind !== 'word' && name?.kind !== 'quoted') return false
  if (isWord(before.at(-2), 'as', 'with', 'recursive')) return true
  const table = before.findIndex((node) => isWord(node, 'table'))
  return isWord(before[0], 'create') && table >= 0 && before.length - table < 8
}
