import { IconMailOff } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig, usePermission } from '#web/session/use-session.ts'
import classes from './mail-warning.module.css'
import { Notice } from './notice.tsx'

/**
 * For users who can fix it (docs/reference/screens-administration.md#alert-page). `children`: what does not work
 * without mail.
 */
export function MailWarning({ children }: { children: string }) {
  const { mailSettingsMissing } = useClientConfig()
  const isAdmin = usePermission('admin')
  if (!mailSettingsMissing || !isAdmin) return null
  return (
    <div className={classes.warning}>
      <Notice kind="warning" icon={<IconMailOff />} title={t('The mail server is not configured.')}>
        {children}
      </Notice>
    </div>
  )
}
