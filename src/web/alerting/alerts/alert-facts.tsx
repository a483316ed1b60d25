import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { type AlertCriteria, readCriteria } from '#shared/alerts/alert-rules.ts'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import { rearmInWords } from '#shared/alerts/rearm.ts'
import { t } from '#shared/messages/translate.ts'
import { Message } from '#web/ui/message.tsx'
import { draftOf } from './alert-draft.ts'
import classes from './alert-page.module.css'
import { useCurrentResult } from './use-watched-result.ts'
import { CurrentValue, QuerySchedule } from './watched-query.tsx'

/** What the alert watches and what it does when triggered. */
export function AlertFacts({ alert }: { alert: Alert }) {
  const criteria = readCriteria(alert.options)
  const result = useCurrentResult(alert.query, criteria.selector)
  const { hasTemplate, subject, body } = draftOf(alert)
  return (
    <>
      <Section title={t('Query')}>
        <Link to="/queries/$queryId" params={{ queryId: alert.query.id }} className={classes.query}>
          {alert.query.name}
        </Link>
        <QuerySchedule query={alert.query} />
      </Section>
      <Section title={t('Trigger when')}>
        <p className={classes.condition}>
          <Watched criteria={criteria} />{' '}
          <code>
            {criteria.op ?? '?'} {String(criteria.value)}
          </code>
        </p>
        <CurrentValue query={alert.query} criteria={criteria} result={result} showsState={false} />
      </Section>
      <Section title={t('Notifications')}>
        <p className={classes.plain}>{rearmInWords(alert.rearm)}</p>
        {hasTemplate ? (
          <>
            {subject !== '' && <Template label={t('Subject')} text={subject} />}
            {body !== '' && <Template label={t('Body')} text={body} />}
          </>
        ) : (
          <p className={classes.quiet}>{t('In the usual words')}</p>
        )}
      </Section>
    </>
  )
}

function Watched({ criteria: { selector, column } }: { criteria: AlertCriteria }) {
  const values = { column: <code>{column}</code> }
  switch (selector) {
    case 'first':
      return <Message text={t('First row of {column}')} values={values} />
    case 'min':
      return <Message text={t('Minimum of {column}')} values={values} />
    case 'max':
      return <Message text={t('Maximum of {column}')} values={values} />
  }
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

function Template({ label, text }: { label: string; text: string }) {
  return (
    <figure className={classes.template}>
      <figcaption className={classes.quiet}>{label}</figcaption>
      <pre className={classes.templateText}>{text}</pre>
    </figure>
  )
}
