import { Box, Button, Code, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { Fragment, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { isDateRangeType } from '#shared/parameters/dynamic-dates.ts'
import {
  formTitle,
  insertText,
  isFormValid,
  isListType,
  isRegex,
  keywordProblem,
  listPreview,
  type ParameterForm,
  parameterForm,
  parameterOfForm,
  parameterTypes,
} from '#shared/parameters/parameter-form.ts'
import { HelpTrigger } from '#web/help/help-trigger.tsx'
import { Message } from '#web/ui/message.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { DropdownQuery, ListValues } from './list-fields.tsx'
import classes from './parameter-dialog.module.css'

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

interface ParameterFieldsProps {
  form: ParameterForm
  isNew: boolean
  takenNames: readonly string[]
  pageParameterNames: readonly string[]
  onChange(fields: Partial<ParameterForm>): void
}

function ParameterFields(props: ParameterFieldsProps) {
  const { form, isNew, pageParameterNames, onChange } = props
  return (
    <>
      {isNew && <Keyword {...props} />}
      <TextInput
        label={t('Title')}
        required
        maxLength={255}
        data-autofocus={!isNew || undefined}
        value={formTitle(form)}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Select
        label={t('Type')}
        allowDeselect={false}
        maxDropdownHeight={400}
        data={parameterTypes.map(({ type, label }) => ({ value: type, label }))}
        value={form.type}
        onChange={(type) => type !== null && onChange({ type })}
      />
      {form.type === 'text-pattern' && <Regex form={form} onChange={onChange} />}
      {form.type === 'enum' && (
        <Textarea
          label={t('Values')}
          description={t('Dropdown list values (newline delimited)')}
          autosize
          minRows={3}
          maxRows={10}
          spellCheck={false}
          value={form.enumText}
          onChange={(event) => onChange({ enumText: event.currentTarget.value })}
        />
      )}
      {form.type === 'query' && (
        <DropdownQuery
          queryId={form.queryId}
          ownName={form.keyword.trim()}
          pageParameterNames={pageParameterNames}
          onChange={(queryId) => onChange({ queryId })}
        />
      )}
      {isListType(form.type) && <ListValues form={form} onChange={onChange} />}
      <InText form={form} />
    </>
  )
}

/** A missing keyword is a hint until the field has been left once, then an error. */
function Keyword({ form, takenNames, onChange }: ParameterFieldsProps) {
  const [wasLeft, setWasLeft] = useState(false)
  const problem = keywordProblem(form.keyword, takenNames)
  const isEmpty = form.keyword.trim() === ''
  return (
    <TextInput
      label={t('Keyword')}
      required
      maxLength={255}
      data-autofocus
      autoComplete="off"
      spellCheck={false}
      description={isEmpty && !wasLeft ? problem : undefined}
      error={isEmpty && !wasLeft ? undefined : problem}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={form.keyword}
      onBlur={() => setWasLeft(true)}
      onChange={(event) => onChange({ keyword: event.currentTarget.value })}
    />
  )
}

function Regex({ form, onChange }: Pick<ParameterFieldsProps, 'form' | 'onChange'>) {
  const isValid = isRegex(form.regex)
  return (
    <TextInput
      label={t('Regex')}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: classes.code, description: classes.valid }}
      description={isValid ? t('Valid Regex Pattern') : undefined}
      error={isValid ? undefined : t('Invalid Regex Pattern')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={form.regex}
      onChange={(event) => onChange({ regex: event.currentTarget.value })}
    />
  )
}

/** The tag in the query, and what several values expand to. */
function InText({ form }: { form: ParameterForm }) {
  const name = form.keyword.trim()
  const list = listPreview(form)
  const tags = insertText({ name, type: form.type }).split(/(?<=}}) /)
  if (name === '' && list === null) return null
  return (
    <div className={classes.preview}>
      {name !== '' && (
        <div>
          <Message
            text={
              isDateRangeType(form.type)
                ? t('The query uses its start and its end: {tags}')
                : t('The query uses it as {tags}')
            }
            values={{
              tags: tags.map((tag) => (
                <Fragment key={tag}>
                  {/* no line break inside a tag */}
                  <Code>{tag.replaceAll(' ', '\u00a0')}</Code>{' '}
                </Fragment>
              )),
            }}
          />
        </div>
      )}
      {list !== null && (
        <div>
          <Message
            text={t('Several values are placed in the query as {list}')}
            values={{ list: <Code>{list}</Code> }}
          />
        </div>
      )}
    </div>
  )
}
