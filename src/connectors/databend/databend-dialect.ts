import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'
import { standardBinding, standardDialect } from '../standard-dialect.ts'

/** In texts and names of Databend `\` escapes; `$$ … $$` is a text, `$name` a variable and `@name` a stage. */
export const databendDialect: AutoLimitDialect = {
  ...standardDialect,
  backslashEscapes: true,
  backtickNames: true,
  heredocs: true,
  variableSigns: '$?@',
}

export const databendBinding: BindRules = {
  ...standardBinding,
  dialect: databendDialect,
  safe: { ...standardBinding.safe },
}
