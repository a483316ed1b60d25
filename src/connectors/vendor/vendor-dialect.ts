import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'
import { standardBinding, standardDialect } from '../standard-dialect.ts'

/** Db2 limits rows by FETCH, but its servers also take LIMIT. It is not told alike whether comments nest. */
export const db2Dialect: AutoLimitDialect = { ...standardDialect, vagueComments: true }
export const db2Binding: BindRules = { ...standardBinding, dialect: db2Dialect }

/** Netezza comes from PostgreSQL 7.2, but a backslash in a string is no escape. */
export const netezzaDialect: AutoLimitDialect = { ...standardDialect, vagueComments: true }
export const netezzaBinding: BindRules = { ...standardBinding, dialect: netezzaDialect }
