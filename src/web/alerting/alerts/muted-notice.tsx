import { Button } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import { t } from '#shared/messages/translate.ts'
import { Notice } from '#web/notices/notice.tsx'
import classes from './alert-form.module.css'
import type { useAlertActs } from './use-alert-acts.ts'

interface MutedNoticeProps {
  alert: Alert
  acts: ReturnType<typeof useAlertActs>
}

/** A muted alert looks like a working one: this notice says that it notifies no one. */
export function MutedNotice({ alert, acts }: MutedNoticeProps) {
  return (
    <div className={classes.warning}>
      <Notice kind="news" icon={<IconBellOff />} title={t('Notifications are muted')}>
        <div className={classes.notice}>
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
