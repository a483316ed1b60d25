import { expect, it } from 'vitest'
import { bindText } from '#shared/sql/bind-text.ts'
import { hiveBinding, writtenStatement } from './hive-dialect.ts'

function sent(template: string, v: string): string {
  const { text, values } = bindText(template, { v }, [], hiveBinding)
  return writtenStatement(text, values).text
}

it.each([
  ["it's", "'it\\'s'"],
  ["''", "'\\'\\''"],
  ['\\', "'\\\\'"],
  ["\\'", "'\\\\\\''"],
  ['a"b`c', "'a\"b`c'"],
  ['${env:PATH}', "'$\\{env:PATH}'"],
  ['$\\{', "'$\\\\{'"],
  ['%_', "'%_'"],
  ['', "''"],
])('%s is a literal in which no quote is doubled', (value, literal) => {
  expect(sent("select a from t where a = '{{v}}'", value)).toBe(`select a from t where a = ${literal}`)
})

it('keeps what is around a value in its literal', () => {
  expect(sent("select a from t where a like '%it\\'s {{v}}!%'", "o'clock")).toBe(
    "select a from t where a like '%it\\'s o\\'clock!%'",
  )
})

it('leaves a literal alone in which the author wrote the numbers of characters', () => {
  expect(sent("select a from t where a = '\\u0041{{v}}'", 'x')).toBe("select a from t where a = '\\u0041x'")
  expect(sent("select a from t where a = '\\\\u{{v}}'", "x'")).toBe("select a from t where a = '\\\\ux\\''")
  expect(sent("select a from t where a = '\\u0041{{v}}'", '${env:PATH}')).toBe(
    "select a from t where a = '\\u0041$\\{env:PATH}'",
  )
})
