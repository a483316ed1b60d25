import type { SqlDialect, SqlToken } from './scan-sql.ts'
import { endsOperand, operatorWords } from './sql-operands.ts'
import { keywordOf, type Part } from './sql-parts.ts'

/** State of one pair of parentheses, or of a statement outside of all. */
interface Frame {
  isCondition: boolean
  /** of IN (…): a condition goes on after a comma */
  isList: boolean
  /** for each open CASE: whether a condition goes on after its END */
  cases: boolean[]
}

/** Reserved words that begin another statement, which may have conditions that are none of a query. */
const otherStatements = new Set([
  ...['EXEC', 'EXECUTE', 'REVERT', 'SETUSER', 'DECLARE', 'PRINT', 'RETURN', 'GOTO', 'IF', 'WHILE', 'BEGIN'],
  ...['CREATE', 'ALTER', 'DROP', 'TRUNCATE', 'ADD', 'GRANT', 'DENY', 'REVOKE', 'BACKUP', 'RESTORE', 'DUMP'],
  ...['LOAD', 'COMMIT', 'ROLLBACK', 'SAVE', 'OPEN', 'CLOSE', 'DEALLOCATE', 'KILL', 'DBCC', 'WAITFOR'],
  ...['RAISERROR', 'RECONFIGURE', 'SHUTDOWN', 'CHECKPOINT', 'READTEXT', 'WRITETEXT', 'UPDATETEXT'],
])
const definitions = new Set(['CREATE', 'ALTER'])
const routines = new Set(['PROC', 'PROCEDURE', 'FUNCTION', 'TRIGGER'])
const alwaysEnds = new Set(['SELECT', 'SET', 'THEN', 'ELSE', 'BY'])
const conditionStarts = new Set(['WHERE', 'HAVING', 'ON'])
/** Words after an operand with which its condition goes on. */
const continuations = new Set([
  ...['AND', 'OR', 'NOT', 'LIKE', 'IN', 'BETWEEN', 'IS', 'AS', 'COLLATE', 'ESCAPE', 'AT', 'TIME', 'ZONE'],
])
/** Words after an operand that end its condition and begin another clause, or a statement that reads or changes rows. */
const conditionEnds = new Set([
  ...['GROUP', 'ORDER', 'UNION', 'EXCEPT', 'INTERSECT', 'WINDOW', 'OFFSET', 'FOR', 'OPTION', 'FROM', 'END'],
  ...['JOIN', 'INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS', 'OUTER', 'THEN', 'ELSE', 'WHEN'],
  ...['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'],
])

/**
 * For SQL Server, whether `=` compares at this token. In a select list `q = 'x'` names a column, and without
 * a semicolon another statement may follow a condition: `where a = 1 execute as user = 'x'`. So conditions are only
 * those after WHERE, HAVING, ON and WHEN of a CASE, and in IIF(…); after an operand only known words go on.
 * `keyword` is '' for names, `before` are all parts before the token. Other databases: always true.
 */
export function bareStatementReader({
  bareStatements = false,
}: SqlDialect): (token: SqlToken, keyword: string, before: readonly Part[]) => boolean {
  if (!bareStatements) return () => true
  let frames = [outerFrame()]
  let isOther = false
  /** the body of a routine extends to the end of the text */
  let isRoutine = false
  let isUpdate = false
  let definedAt = Number.NEGATIVE_INFINITY
  const readWord = (frame: Frame, keyword: string, before: readonly Part[]) => {
    if (otherStatements.has(keyword)) isOther = true
    if (definitions.has(keyword)) definedAt = before.length
    // create or alter procedure
    if (routines.has(keyword) && before.length - definedAt <= 3) isRoutine = true
    if (keyword === 'SET' && !isUpdate) isOther = true
    if (keyword === 'UPDATE') isUpdate = true
    if (keyword === 'SET') isUpdate = false
    readCondition(frame, keyword, before)
  }
  const readCondition = (frame: Frame, keyword: string, before: readonly Part[]) => {
    const isAfterOperand = before.at(-1)?.word === ')' || endsOperand(before, before.length - 1)
    if (conditionStarts.has(keyword)) frame.isCondition = true
    else if (keyword === 'CASE') {
      frame.cases.push(frame.isCondition)
      frame.isCondition = false
    } else if (keyword === 'WHEN') frame.isCondition = frame.cases.length > 0
    else if (keyword === 'END') frame.isCondition = frame.cases.pop() ?? false
    else if (alwaysEnds.has(keyword)) frame.isCondition = false
    else if (frame.isCondition && isAfterOperand) {
      if (conditionEnds.has(keyword)) frame.isCondition = false
      else if (!continuations.has(keyword)) isOther = true
    }
  }
  return (token, keyword, before) => {
    const last = before.at(-1)
    if (keyword === ';') {
      frames = [outerFrame()]
      isOther = isUpdate = false
    }
    if (keyword === ')' && frames.length > 1) frames.pop()
    const frame = frames.at(-1) as Frame
    // `#open` is the name of a temporary table
    const isTemporary = last?.word === '#' && last.token.end === token.start
    if (token.kind === 'word' && !isTemporary) readWord(frame, keyword, before)
    if (keyword === ',' && !frame.isList) frame.isCondition = false
    if (keyword === '(') frames.push(innerFrame(frame, last))
    return !isOther && !isRoutine && frame.isCondition
  }
}

function outerFrame(): Frame {
  return { isCondition: false, isList: false, cases: [] }
}

/** The arguments of a function are no conditions, except the first one of IIF. */
function innerFrame({ isCondition }: Frame, opener: Part | undefined): Frame {
  const keyword = opener === undefined ? '' : keywordOf(opener)
  const isList = keyword === 'IN'
  const isCall =
    opener?.token.kind === 'quoted' ||
    (opener?.token.kind === 'word' && !operatorWords.has(keyword) && keyword !== 'TRY_CAST')
  return { isCondition: keyword === 'IIF' || (isCondition && !isCall), isList, cases: [] }
}
