import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import { t } from '#shared/messages/translate.ts'
import { MailWarning } from '#web/notices/mail-warning.tsx'
import { usePermission } from '#web/session/use-session.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Message } from '#web/ui/message.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { AlertActions } from './alert-actions.tsx'
import { AlertFacts } from './alert-facts.tsx'
import { AlertLoad } from './alert-load.tsx'
import classes from './alert-page.module.css'
import { evaluationsQuery, firstEvaluations } from './alert-queries.ts'
import { AlertStateLabel } from './alert-state-label.tsx'
import { AlertSubscriptions } from './alert-subscriptions.tsx'
import { AlertsLink } from './alerts-link.tsx'
import { EvaluationHistory } from './evaluation-history.tsx'
import { MutedNotice } from './muted-notice.tsx'
import { useAlertActs } from './use-alert-acts.ts'

const AlertDeliveries = lazy(() =>
  import('./alert-deliveries.tsx').then((module) => ({ default: module.AlertDeliveries })),
)

/** /alerts/:id */
export function AlertPage() {
  const { alertId } = useParams({ from: '/shell/alerts/$alertId' })
  return (
    <AlertLoad key={alertId} id={alertId}>
      {(alert) => <AlertView alert={alert} />}
    </AlertLoad>
  )
}

function AlertView({ alert }: { alert: Alert }) {
  const acts = useAlertActs(alert)
  const seesDeliveries = usePermission('admin')
  return (
    <>
      <PageHeader
        above={<AlertsLink />}
        title={
          <span className={classes.title}>
            {alert.name} <AlertStateLabel state={alert.state} />
          </span>
        }
        description={<About alert={alert} />}
        actions={<AlertActions alert={alert} acts={acts} />}
      />
      <MailWarning>
        {t('Mails about alerts are not sent until it is (SEXTANT_MAIL_…). Other destinations work.')}
      </MailWarning>
      {alert.options['muted'] === true && <MutedNotice alert={alert} acts={acts} />}
      <div className={classes.columns}>
        <div className={classes.main}>
          <AlertFacts alert={alert} />
        </div>
        <aside className={classes.side} aria-label={t('Destinations')}>
          <AlertSubscriptions alert={alert} />
        </aside>
      </div>
      <div className={classes.history}>
        <EvaluationHistory alertId={alert.id} />
        {seesDeliveries && (
          <Suspense>
            <AlertDeliveries alertId={alert.id} />
          </Suspense>
        )}
      </div>
    </>
  )
}

function About({ alert: { id, last_triggered_at, user } }: { alert: Alert }) {
  const evaluations = useQuery(evaluationsQuery(id, firstEvaluations.page, firstEvaluations.pageSize))
  return (
    <span className={classes.about}>
      <span>{t('Created by {name}', { name: user.name })}</span>
      {last_triggered_at !== null && (
        <span>
          <Message
            text={t('Last change or notification: {time}')}
            values={{ time: <TimeAgo date={last_triggered_at} /> }}
          />
        </span>
      )}
      {evaluations.data?.count === 0 && (
        <span>{t('Its state is unknown until the next result of the query is evaluated.')}</span>
      )}
    </span>
  )
}
