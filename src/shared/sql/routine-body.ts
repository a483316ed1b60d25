const routineKinds = new Set(['PROCEDURE', 'FUNCTION', 'TRIGGER', 'EVENT'])
const blocksEndedByTheirName = new Set(['IF', 'LOOP', 'WHILE', 'REPEAT', 'FOR'])

/**
 * Follows `CREATE FUNCTION … BEGIN … END` and `CREATE RULE … DO (…; …)`, whose semicolons belong to the statement. A
 * word is evaluated once the next one is known, because of `END IF`.
 */
export function routineBody() {
  let count = 0
  let isCreate = false
  let isRoutine = false
  let isRule = false
  let blocks = 0
  let parentheses = 0
  let wasEnd = false
  const closeEnd = (next: string) => {
    wasEnd = false
    if (!blocksEndedByTheirName.has(next)) blocks--
  }
  return {
    reset() {
      count = blocks = parentheses = 0
      isCreate = isRoutine = isRule = wasEnd = false
    },
    /** whether what follows in the statement matters */
    isRead() {
      return count === 0 || isCreate
    },
    isOpen() {
      if (wasEnd) closeEnd(';')
      return blocks > 0 || (isRule && parentheses > 0)
    },
    read(part: string) {
      if (wasEnd) {
        closeEnd(part)
        if (part === 'CASE') return
      }
      if (count++ === 0) isCreate = part === 'CREATE'
      if (!isCreate) return
      if (routineKinds.has(part)) isRoutine = true
      if (part === 'RULE') isRule = true
      if (part === '(') parentheses++
      if (part === ')') parentheses--
      if (!isRoutine) return
      if (part === 'BEGIN' || (part === 'CASE' && blocks > 0)) blocks++
      if (part === 'END' && blocks > 0) wasEnd = true
    },
  }
}
