import { Box, Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import {
  isFormValid,
  type ParameterForm,
  parameterForm,
  parameterOfForm,
} from '#shared/parameters/parameter-form.ts'
import { HelpTrigger } from '#web/help/help-trigger.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { ParameterFields } from './parameter-fields.tsx'

export interface ParameterDialogProps {
  /** null: a new parameter */
  parameter: StoredParameter | null
  /** names that a new parameter cannot use */
  takenNames: readonly string[]
  /** all parameters of the page, as sources for a dropdown query */
  pageParameterNames: readonly string[]
  onSave(parameter: StoredParameter): void
  onClose(): void
}

/** Adds or edits the definition of a parameter (docs/reference/stored-parameters.md#parameter-dialog). */
export function ParameterDialog(props: ParameterDialogProps) {
  const { parameter, takenNames, pageParameterNames, onSave, onClose } = props
  const [form, setForm] = useState(() => parameterForm(parameter))
  useFocusReturn()
  const isNew = parameter === null
  const isValid = isFormValid(form, isNew, takenNames)
  const change = (fields: Partial<ParameterForm>) => setForm((before) => ({ ...before, ...fields }))
  return (
    <Modal
      opened
      size={600}
      title={parameter?.name ?? t('Add Parameter')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('Close') }}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // do not submit the forms of the page behind
          event.stopPropagation()
          if (isValid) onSave(parameterOfForm(form, parameter))
        }}
      >
        <Stack gap="md">
          <ParameterFields
            form={form}
            isNew={isNew}
            takenNames={takenNames}
            pageParameterNames={pageParameterNames}
            onChange={change}
          />
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Box me="auto">
            <HelpTrigger page="parameters" label={t('Help on parameters')} />
          </Box>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={!isValid}>
            {t('Save')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
