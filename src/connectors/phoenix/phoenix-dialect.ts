import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'
import { standardBinding, standardDialect } from '../standard-dialect.ts'

/** In texts of Phoenix `\` escapes; `//` begins a comment, and `:1` is a placeholder. */
export const phoenixDialect: AutoLimitDialect = {
  ...standardDialect,
  backslashEscapes: true,
  slashLines: true,
  variableSigns: '$?:',
}

export const phoenixBinding: BindRules = {
  ...standardBinding,
  dialect: phoenixDialect,
  safe: { ...standardBinding.safe },
}
