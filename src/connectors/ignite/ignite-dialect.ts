import type { BindRules } from '#shared/sql/bound-value.ts'
import type { AutoLimitDialect } from '../connector.ts'
import { standardBinding, standardDialect } from '../standard-dialect.ts'

/** Ignite's parser is that of H2: `//` begins a comment, `$$ … $$` is a text, and `@name` a variable. */
export const igniteDialect: AutoLimitDialect = {
  ...standardDialect,
  slashLines: true,
  heredocs: true,
  variableSigns: '$?@',
}

export const igniteBinding: BindRules = {
  ...standardBinding,
  dialect: igniteDialect,
  safe: { ...standardBinding.safe },
}
