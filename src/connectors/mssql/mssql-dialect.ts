import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'

/** How SQL Server writes strings, names and comments. */
export const mssqlDialect: AutoLimitDialect = {
  kind: 'top',
  backslashEscapes: false,
  dollarQuotes: false,
  variableSigns: '@$',
  hashComments: false,
  backtickNames: false,
  bracketNames: 'doubled',
  nestedComments: true,
  bareStatements: true,
}

/** Values are sent as `nvarchar` variables of `sp_executesql`, so that no character is lost to a code page. */
export const mssqlBinding: BindRules = {
  dialect: mssqlDialect,
  doubleQuotedStrings: false,
  literals: 'anywhere',
  numbers: 'none',
  castWords: [],
  placeholders: '@',
  safe: {
    comparisons: ['=', '<>', '!=', '<', '>', '<=', '>='],
    patterns: ['LIKE'],
    castFunctions: ['CAST', 'TRY_CAST'],
    colonCasts: false,
    typedLiterals: [],
    plainTypes: new Set([
      ...['BIT', 'TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'REAL', 'FLOAT', 'NUMERIC', 'DECIMAL', 'MONEY'],
      ...['DATE', 'TIME', 'DATETIME', 'DATETIME2', 'SMALLDATETIME', 'DATETIMEOFFSET', 'UNIQUEIDENTIFIER'],
    ]),
    textTypes: new Set(['CHAR', 'VARCHAR', 'NCHAR', 'NVARCHAR']),
    // a column of texts beside a number is converted as well, and the error tells a value of another row
    unquoted: false,
    textNamesColumns: false,
    convertsLists: true,
    hiddenColumns: false,
  },
}
