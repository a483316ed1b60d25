import { expect, it } from 'vitest'
import { HiveRefusal } from './hive-calls.ts'

it.each([
  [
    'org.apache.hive.service.cli.HiveSQLException: Error running query: [PARSE_SYNTAX_ERROR] org.apache.spark.sql.catalyst.parser.ParseException: \n[PARSE_SYNTAX_ERROR] Syntax error at or near end of input. SQLSTATE: 42601 (line 1, pos 18)\n\n== SQL ==\nselect 1 frm where\n------------------^^^\n\n\tat org.apache.spark.sql.Parser.parse(Parser.scala:1)',
    '[PARSE_SYNTAX_ERROR] Syntax error at or near end of input. SQLSTATE: 42601 (line 1, pos 18)',
    { line: 1, column: 19 },
  ],
  [
    "[TABLE_OR_VIEW_NOT_FOUND] org.apache.spark.sql.AnalysisException: [TABLE_OR_VIEW_NOT_FOUND] The table or view `x` cannot be found. SQLSTATE: 42P01; line 2 pos 15;\n'Project [1]\n+- 'UnresolvedRelation [x]",
    '[TABLE_OR_VIEW_NOT_FOUND] The table or view `x` cannot be found. SQLSTATE: 42P01; line 2 pos 15',
    { line: 2, column: 16 },
  ],
  [
    "[CAST_INVALID_INPUT] org.apache.spark.SparkNumberFormatException: [CAST_INVALID_INPUT] The value cannot be cast. SQLSTATE: 22018\n== SQL (line 1, position 8) ==\nselect cast('x' as int)\n       ^^^^",
    '[CAST_INVALID_INPUT] The value cannot be cast. SQLSTATE: 22018',
    { line: 1, column: 8 },
  ],
  [
    "Error while compiling statement: FAILED: ParseException line 3:4 cannot recognize input near 'frm' 'x'",
    "Error while compiling statement: FAILED: ParseException line 3:4 cannot recognize input near 'frm' 'x'",
    { line: 3, column: 5 },
  ],
  [
    'AnalysisException: Could not resolve table reference',
    'AnalysisException: Could not resolve table reference',
    null,
  ],
  ['', 'otherwise', null],
])('%s is shown in short', (told, message, place) => {
  const refusal = new HiveRefusal(told, 'otherwise')
  expect(refusal.message).toBe(message)
  expect(refusal.place).toEqual(place)
})
