import { Checkbox, Select } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import {
  type MultiValues,
  type ParameterForm,
  quotationOf,
  quotations,
  withQuotation,
} from '#shared/parameters/parameter-form.ts'

interface ListValuesProps {
  form: ParameterForm
  onChange(fields: Partial<ParameterForm>): void
}

const otherQuotation = 'other'

/** Whether several values may be chosen, and how each is quoted in the query. */
export function ListValues({ form, onChange }: ListValuesProps) {
  const { multi } = form
  return (
    <>
      <Checkbox
        label={t('Allow multiple values')}
        checked={multi !== null}
        onChange={(event) =>
          onChange({ multi: event.currentTarget.checked ? withQuotation(null, '') : null })
        }
      />
      {multi !== null && (
        <Select
          label={t('Quotation')}
          allowDeselect={false}
          data={choices(multi)}
          value={quotationOf(multi) ?? otherQuotation}
          onChange={(sign) => {
            if (sign !== null && sign !== otherQuotation) onChange({ multi: withQuotation(multi, sign) })
          }}
        />
      )}
    </>
  )
}

/** A quote pair set by other means stays until another one is chosen. */
function choices(multi: MultiValues) {
  const offered = quotations.map(({ sign, label }) => ({ value: sign, label }))
  if (quotationOf(multi) !== null) return offered
  return [
    ...offered,
    {
      value: otherQuotation,
      label: t('As stored: {prefix}…{suffix}', { prefix: multi.prefix, suffix: multi.suffix }),
    },
  ]
}
