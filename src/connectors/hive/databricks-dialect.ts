import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'
import { hiveBinding, hiveDialect } from './hive-dialect.ts'

/**
 * That of Spark; with `$$ … $$` for the code of functions, and `a:b.c::string` for parts of JSON and casts. Comments nest,
 * though not in every release of Spark.
 */
export const databricksDialect: AutoLimitDialect = {
  ...hiveDialect,
  variableSigns: '$?@',
  heredocs: true,
  nestedComments: true,
  vagueComments: true,
}

export const databricksBinding: BindRules = {
  ...hiveBinding,
  dialect: databricksDialect,
  safe: { ...hiveBinding.safe, colonCasts: true },
}
