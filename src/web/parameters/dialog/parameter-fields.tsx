import { Code, Select, Textarea, TextInput } from '@mantine/core'
import { Fragment, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { isDateRangeType } from '#shared/parameters/dynamic-dates.ts'
import {
  formTitle,
  insertText,
  isListType,
  isRegex,
  keywordProblem,
  listPreview,
  type ParameterForm,
  parameterTypes,
} from '#shared/parameters/parameter-form.ts'
import { Message } from '#web/ui/message.tsx'
import { DropdownQuery } from './dropdown-query.tsx'
import { ListValues } from './list-values.tsx'
import classes from './parameter-dialog.module.css'

export interface ParameterFieldsProps {
  form: ParameterForm
  isNew: boolean
  takenNames: readonly string[]
  pageParameterNames: readonly string[]
  onChange(fields: Partial<ParameterForm>): void
}

export function ParameterFields(props: ParameterFieldsProps) {
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
