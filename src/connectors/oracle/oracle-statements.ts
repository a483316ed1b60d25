import { isSignificant, tokenAt } from '#shared/sql/scan-sql.ts'
import { asciiUpper } from '#shared/sql/sql-clarity.ts'
import { breaks } from '../breaks.ts'
import { oracleDialect } from './oracle-dialect.ts'

export interface OracleStatement {
  text: string
  start: number
  /** it returns rows */
  isQuery: boolean
}

const ofCreate = new Set(['OR', 'REPLACE', 'EDITIONABLE', 'NONEDITIONABLE'])
const routines = new Set(['FUNCTION', 'PROCEDURE', 'PACKAGE', 'TRIGGER', 'TYPE'])
const maxWords = 6

/**
 * The statements of a text. Semicolons inside of PL/SQL belong to it: as in Oracle's own tools, it ends with a line that
 * is `/`, or with the text. Other statements end at a semicolon, or at such a line too.
 */
export async function oracleStatements(text: string): Promise<OracleStatement[]> {
  const statements: OracleStatement[] = []
  const rest = breaks()
  let start = -1
  let end = -1
  let words: string[] = []
  const finish = () => {
    if (end !== -1) statements.push(statementOf(text, start, end, words))
    start = end = -1
    words = []
  }
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at, oracleDialect)
    at = token.end
    await rest()
    const sign = token.kind === 'symbol' ? (text[token.start] ?? '') : ''
    if (sign === '/' && isAlone(text, token.start)) {
      finish()
      continue
    }
    if (sign === ';' && kindOf(words) === 'sql') {
      finish()
      continue
    }
    if (start === -1 && token.kind !== 'space') start = token.start
    if (!isSignificant(token)) continue
    end = token.end
    if (words.length < maxWords)
      words.push(sign === '' ? asciiUpper(text.slice(token.start, token.end)) : sign)
  }
  finish()
  return statements
}

function isAlone(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0 && text[before] !== '\n'; before--) {
    if (!' \t\r'.includes(text[before] ?? '')) return false
  }
  for (let after = at + 1; after < text.length && text[after] !== '\n'; after++) {
    if (!' \t\r'.includes(text[after] ?? '')) return false
  }
  return true
}

/** `query`: with functions of its own, which have semicolons. */
function kindOf(words: readonly string[]): 'sql' | 'block' | 'query' {
  const [first = '', second = ''] = words
  if (['BEGIN', 'DECLARE', '<'].includes(first)) return 'block'
  if (first === 'WITH' && ['FUNCTION', 'PROCEDURE'].includes(second)) return 'query'
  if (first !== 'CREATE') return 'sql'
  const made = words.slice(1).find((word) => !ofCreate.has(word)) ?? ''
  return routines.has(made) ? 'block' : 'sql'
}

function statementOf(text: string, start: number, end: number, words: readonly string[]): OracleStatement {
  const kind = kindOf(words)
  const own = text.slice(start, end)
  const first = words.find((word) => word !== '(') ?? ''
  const isQuery = kind === 'query' || (kind === 'sql' && ['SELECT', 'WITH'].includes(first))
  if (kind === 'query') return { text: own.replace(/;$/, ''), start, isQuery }
  return { text: kind === 'block' && !own.endsWith(';') ? `${own};` : own, start, isQuery }
}
