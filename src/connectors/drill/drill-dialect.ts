import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'
import { calciteBinding, calciteDialect } from '../standard-dialect.ts'

/** Drill's parser is Calcite's, with names in back quotes. */
export const drillDialect: AutoLimitDialect = { ...calciteDialect, backtickNames: true }

export const drillBinding: BindRules = {
  ...calciteBinding,
  dialect: drillDialect,
  safe: { ...calciteBinding.safe },
}
