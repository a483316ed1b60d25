import { Button, Select, Textarea, TextInput, Tooltip } from '@mantine/core'
import { useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { confirm } from '#web/ui/confirm.tsx'
import classes from './alert-form.module.css'
import { TemplatePreview } from './template-preview.tsx'
import { templateVariables } from './template-variables.ts'
import type { AlertForm } from './use-alert-form.ts'

/** The default message, or a custom subject and body (docs/reference/screens-administration.md#alert-page). */
export function TemplateFields({ form }: { form: AlertForm }) {
  const { draft, change } = form
  const choose = async (value: string | null) => {
    const isCustom = value === 'custom'
    if (isCustom === draft.hasTemplate) return
    const isWritten = draft.subject !== '' || draft.body !== ''
    if (!isCustom && isWritten && !(await confirmDefault())) return
    change(isCustom ? { hasTemplate: true } : { hasTemplate: false, subject: '', body: '' })
  }
  return (
    <>
      <Select
        label={t('Template')}
        allowDeselect={false}
        withCheckIcon={false}
        className={classes.template}
        data={[
          { value: 'default', label: t('Use default template') },
          { value: 'custom', label: t('Use custom template') },
        ]}
        value={draft.hasTemplate ? 'custom' : 'default'}
        onChange={(value) => void choose(value)}
      />
      {draft.hasTemplate && <OwnTemplate form={form} />}
    </>
  )
}

function OwnTemplate({ form }: { form: AlertForm }) {
  const { draft, change, problems } = form
  const subject = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLTextAreaElement>(null)
  const latest = useRef<'subject' | 'body'>('body')
  const insert = (name: string) => {
    const part = latest.current
    const field = part === 'subject' ? subject.current : body.current
    if (!field) return
    const written = `{{${name}}}`
    const from = field.selectionStart ?? field.value.length
    field.setRangeText(written, from, field.selectionEnd ?? from, 'end')
    change({ [part]: field.value })
    field.focus()
  }
  return (
    <div className={classes.ownTemplate}>
      <div className={classes.templateFields}>
        <TextInput
          ref={subject}
          label={t('Subject')}
          description={t('Blank: the usual one.')}
          maxLength={50_000}
          value={draft.subject}
          error={problems.subject}
          onFocus={() => {
            latest.current = 'subject'
          }}
          onChange={(event) => change({ subject: event.currentTarget.value })}
        />
        <Textarea
          ref={body}
          label={t('Body')}
          autosize
          minRows={6}
          maxRows={20}
          maxLength={50_000}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={draft.body}
          error={problems.body}
          onFocus={() => {
            latest.current = 'body'
          }}
          onChange={(event) => change({ body: event.currentTarget.value })}
        />
        <Variables onChoose={insert} />
      </div>
      <TemplatePreview form={form} />
    </div>
  )
}

function Variables({ onChoose }: { onChoose: (name: string) => void }) {
  return (
    <fieldset className={classes.variables}>
      <legend className={classes.legend}>{t('Put in a variable')}</legend>
      {templateVariables.map(({ name, about }) => (
        <Tooltip key={name} label={about} multiline maw={300}>
          <Button
            variant="default"
            size="compact-xs"
            className={classes.variable}
            aria-description={about}
            onClick={() => onChoose(name)}
          >
            <code>{name}</code>
          </Button>
        </Tooltip>
      ))}
    </fieldset>
  )
}

function confirmDefault(): Promise<boolean> {
  return confirm({
    title: t('Use default template'),
    message: t('Your own subject and body will be discarded. Are you sure?'),
    confirmLabel: t('Discard'),
    danger: true,
  })
}
