import type { FieldValues, FormField } from '#shared/config-form/form-fields.ts'
import type { DataSourceLimits } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'

type LimitName = keyof DataSourceLimits

const limitLabels: readonly [LimitName, string][] = [
  ['max_rows', t('Rows per result')],
  ['max_bytes', t('Bytes per result')],
  ['max_seconds', t('Seconds per run')],
  ['max_runs', t('Runs at once')],
]

/** Limits as fields of the generic form; empty means the instance's default. */
export function limitFields(stored: DataSourceLimits | undefined): FormField[] {
  return limitLabels.map(([name, label]) => ({
    name,
    label,
    type: 'number',
    required: false,
    extra: true,
    secret: false,
    initial: stored?.[name] ?? '',
    placeholder: t('Default'),
    options: [],
  }))
}

export function toLimits(values: FieldValues): DataSourceLimits {
  const read = (name: LimitName) => {
    const value = values[name]
    return typeof value === 'number' ? Math.trunc(value) : null
  }
  return {
    max_rows: read('max_rows'),
    max_bytes: read('max_bytes'),
    max_seconds: read('max_seconds'),
    max_runs: read('max_runs'),
  }
}
