import { Button, Menu, Tooltip } from '@mantine/core'
import { IconBell, IconBellOff, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import { t } from '#shared/messages/translate.ts'
import { MailWarning } from '#web/notices/mail-warning.tsx'
import { Notice } from '#web/notices/notice.tsx'
import { usePermission } from '#web/session/use-session.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Message } from '#web/ui/message.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { AlertFacts } from './alert-facts.tsx'
import alertFormClasses from './alert-form.module.css'
import classes from './alert-page.module.css'
import { AlertLoad, AlertsLink, noEditRights } from './alert-page-parts.tsx'
import { evaluationsQuery, firstEvaluations } from './alert-queries.ts'
import { AlertStateLabel } from './alert-state-label.tsx'
import { AlertSubscriptions } from './alert-subscriptions.tsx'
import { EvaluationHistory } from './evaluation-history.tsx'
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

interface MutedNoticeProps {
  alert: Alert
  acts: ReturnType<typeof useAlertActs>
}

/** A muted alert looks like a working one: this notice says that it notifies no one. */
function MutedNotice({ alert, acts }: MutedNoticeProps) {
  return (
    <div className={alertFormClasses.warning}>
      <Notice kind="news" icon={<IconBellOff />} title={t('Notifications are muted')}>
        <div className={alertFormClasses.notice}>
          <span>{t('The alert is evaluated as before, but nobody is notified.')}</span>
          {alert.can_edit && (
            <Button variant="default" size="xs" loading={acts.isBusy} onClick={() => void acts.unmute()}>
              {t('Unmute Notifications')}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}

const FromGitBadge = lazy(() =>
  import('#web/ui/from-git-badge.tsx').then((module) => ({ default: module.FromGitBadge })),
)

interface AlertActionsProps {
  alert: Alert
  acts: ReturnType<typeof useAlertActs>
}

/** Edit and the rarer actions; users without permission see the reason. */
function AlertActions({ alert, acts }: AlertActionsProps) {
  return (
    <>
      {alert.from_git !== undefined && (
        <Suspense>
          <FromGitBadge kind="alert" id={alert.id} from={alert.from_git} />
        </Suspense>
      )}
      <EditButton alert={alert} />
      {alert.can_edit && <AlertMoreMenu alert={alert} acts={acts} />}
    </>
  )
}

function EditButton({ alert: { id, can_edit } }: { alert: Alert }) {
  if (can_edit) {
    return (
      <Button
        component={Link}
        to={`/alerts/${id}/edit`}
        variant="default"
        leftSection={<IconPencil size={16} />}
      >
        {t('Edit')}
      </Button>
    )
  }
  return (
    <Tooltip label={noEditRights}>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} />}
        data-disabled
        aria-disabled
        aria-description={noEditRights}
      >
        {t('Edit')}
      </Button>
    </Tooltip>
  )
}

function AlertMoreMenu({ alert, acts }: AlertActionsProps) {
  const isMuted = alert.options['muted'] === true
  return (
    <MoreMenu size={36} loading={acts.isBusy}>
      <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={() => void acts.evaluate()}>
        {t('Evaluate')}
      </Menu.Item>
      {isMuted ? (
        <Menu.Item leftSection={<IconBell size={16} />} onClick={() => void acts.unmute()}>
          {t('Unmute Notifications')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconBellOff size={16} />} onClick={() => void acts.mute()}>
          {t('Mute Notifications')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => void acts.remove()}>
        {t('Delete')}
      </Menu.Item>
    </MoreMenu>
  )
}
