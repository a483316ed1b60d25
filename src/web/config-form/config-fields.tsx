import { Button, Collapse, Stack } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import type { FormField } from '#shared/config-form/form-fields.ts'
import { t } from '#shared/messages/translate.ts'
import { ConfigInput } from './config-input.tsx'
import type { ConfigFormState } from './use-config-form.ts'

interface ConfigFieldsProps {
  form: ConfigFormState
  disabled?: boolean
  /** more settings under the toggle */
  additional?: ReactNode
  /** opens the toggle initially, for example if a setting in `additional` has a value */
  additionalOpen?: boolean
}

/** The fields of a generic form, with `extra_options` under an Additional Settings toggle. */
export function ConfigFields({
  form,
  disabled = false,
  additional,
  additionalOpen = false,
}: ConfigFieldsProps) {
  const main = form.fields.filter((field) => !field.extra)
  const extra = form.fields.filter((field) => field.extra)
  const [isToggled, setIsToggled] = useState(additionalOpen)
  const failing = extra.some((field) => form.errors[field.name] !== undefined)
  const open = isToggled || failing
  const regionId = useId()
  const inputs = (fields: readonly FormField[]) =>
    fields.map((field) => <ConfigInput key={field.name} field={field} form={form} disabled={disabled} />)

  return (
    <Stack gap="md">
      {inputs(main)}
      {(extra.length > 0 || additional !== undefined) && (
        <div>
          <Button
            variant="subtle"
            color="gray"
            px="xs"
            ms={-8}
            aria-expanded={open}
            aria-controls={regionId}
            leftSection={open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
            onClick={() => setIsToggled(!open)}
          >
            {t('Additional Settings')}
          </Button>
          <Collapse expanded={open} id={regionId} transitionDuration={150}>
            <Stack gap="md" pt="sm">
              {inputs(extra)}
              {additional}
            </Stack>
          </Collapse>
        </div>
      )}
    </Stack>
  )
}
