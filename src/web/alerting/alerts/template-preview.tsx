import { useDeferredValue, useMemo } from 'react'
import { evaluateAlert } from '#shared/alerts/alert-rules.ts'
import { alertVariables, renderAlertTemplate } from '#shared/alerts/alert-template.ts'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { criteriaOf } from './alert-draft.ts'
import classes from './alert-form.module.css'
import type { AlertForm } from './use-alert-form.ts'

/** The message for the newest result, rendered by the server's rule. */
export function TemplatePreview({ form }: { form: AlertForm }) {
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
