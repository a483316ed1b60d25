import { IconMailOff } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig, usePermission } from '#web/app/use-session.ts'
import { Notice } from '#web/notices/notice.tsx'
import classes from './alert-form.module.css'

/** For those who can do something about it (part 2 section 2). */
export function MailWarning() {
  const { mailSettingsMissing } = useClientConfig()
  const isAdmin = usePermission('admin')
  if (!mailSettingsMissing || !isAdmin) return null
  return (
    <div className={classes.warning}>
      <Notice kind="warning" icon={<IconMailOff />} title={t('The mail server is not configured.')}>
        {t('Mails about alerts are not sent until it is (SEXTANT_MAIL_…). Other destinations work.')}
      </Notice>
    </div>
  )
}
