import { Button, Select, Textarea, TextInput, Tooltip } from '@mantine/core'
import { useDeferredValue, useMemo, useRef } from 'react'
import { evaluateAlert } from '#shared/alerts/alert-rules.ts'
import { type AlertVariables, alertVariables, renderAlertTemplate } from '#shared/alerts/alert-template.ts'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { criteriaOf } from './alert-draft.ts'
import classes from './alert-form.module.css'
import type { AlertForm } from './use-alert-form.ts'

/** The variables that templates may use, and their meaning. */
const templateVariables: readonly { name: keyof AlertVariables; about: string }[] = [
  { name: 'ALERT_STATUS', about: t('The state of the alert: TRIGGERED, OK or UNKNOWN') },
  { name: 'ALERT_SELECTOR', about: t('What is looked at: first, min or max') },
  { name: 'ALERT_CONDITION', about: t('The operator') },
  { name: 'ALERT_THRESHOLD', about: t('The threshold') },
  { name: 'ALERT_NAME', about: t('The name of the alert') },
  { name: 'ALERT_URL', about: t('The address of the alert') },
  { name: 'QUERY_NAME', about: t('The name of the query') },
  { name: 'QUERY_URL', about: t('The address of the query') },
  { name: 'QUERY_RESULT_VALUE', about: t('The watched value') },
  { name: 'QUERY_RESULT_ROWS', about: t('The first rows of the result, each with its cells by column name') },
  { name: 'QUERY_RESULT_COLS', about: t('The columns of the result') },
  { name: 'QUERY_RESULT_TABLE', about: t('The same rows as lists of cells') },
]

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

/** The message for the newest result, rendered by the server's rule. */
function TemplatePreview({ form }: { form: AlertForm }) {
  const { subject, body } = useDeferredValue(useRendered(form))
  return (
    <section className={classes.preview} aria-label={t('Preview')}>
      <h3 className={classes.previewTitle}>{t('Preview')}</h3>
      {form.result.watched === null && (
        <p className={classes.previewHint}>{t('Without a result its value and state are not known here.')}</p>
      )}
      <div className={classes.previewSubject}>
        {subject ?? <span className={classes.none}>{t('The usual subject')}</span>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached with Tab */}
      <section className={classes.previewBody} tabIndex={0} aria-label={t('Body of the preview')}>
        {body ?? <span className={classes.none}>{t('The usual body')}</span>}
      </section>
    </section>
  )
}

function useRendered({ stored, draft, query, result, defaultName }: AlertForm) {
  const { basePath } = useClientConfig()
  return useMemo(() => {
    const criteria = criteriaOf(draft)
    const { state, value } = evaluateAlert(criteria, result.watched)
    const variables = alertVariables({
      alert: {
        name: draft.name.trim() || defaultName,
        url: stored === null ? `${basePath}alerts/…` : `${basePath}alerts/${stored.id}`,
        state,
      },
      query: { name: query?.name ?? '', url: query === null ? '' : `${basePath}queries/${query.id}` },
      ...{ criteria, value, columns: result.data.columns, rows: result.data.rows },
    })
    const rendered = (part: 'subject' | 'body', template: string) =>
      template.trim() === '' ? null : renderAlertTemplate(part, template, variables)
    return { subject: rendered('subject', draft.subject), body: rendered('body', draft.body) }
  }, [stored, draft, query, result.data, result.watched, defaultName, basePath])
}
