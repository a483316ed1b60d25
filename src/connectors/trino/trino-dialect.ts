import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'
import { standardBinding, standardDialect } from '../standard-dialect.ts'

/** Trino and Presto write strings and names as the standard does. */
export const trinoDialect: AutoLimitDialect = { ...standardDialect, returnEndsLine: true }
export const trinoBinding: BindRules = { ...standardBinding, dialect: trinoDialect }
