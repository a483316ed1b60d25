import { Anchor } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sendVerificationEmail } from '#shared/email-verification/email-verification-api.ts'
import { t } from '#shared/messages/translate.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useClientConfig, useSession } from '#web/session/use-session.ts'
import { writeLocalOption } from '#web/ui/local-options.ts'
import { notify } from '#web/ui/toast.tsx'
import classes from './home-notices.module.css'
import { Notice as NoticeCard } from './notice.tsx'
import { dismissedVersionOption, type Notice } from './notices-for.ts'

const setting = 'SEXTANT_ALLOW_PARAMETERS_IN_EMBEDS'

/** The notices above the lists of the home page. */
export function HomeNotices({ notices }: { notices: readonly Notice[] }) {
  const [gone, setGone] = useState<readonly Notice[]>([])
  const open = notices.filter((notice) => !gone.includes(notice))
  const leave = (notice: Notice) => () => {
    setGone([...gone, notice])
    // the focused element disappears with the notice
    document.getElementById('main')?.focus()
  }
  if (open.length === 0) return null
  return (
    <div className={classes.notices}>
      {open.includes('verify-email') && <VerifyEmailNotice />}
      {open.includes('deprecated-embeds') && <DeprecatedEmbedsNotice />}
      {open.includes('new-version') && <NewVersionNotice onClose={leave('new-version')} />}
    </div>
  )
}

/** For admins, while the instance uses a deprecated setting. */
function DeprecatedEmbedsNotice() {
  return (
    <NoticeCard
      kind="warning"
      icon={<IconAlertTriangle size={18} />}
      title={t('This instance uses a deprecated setting for embeds')}
    >
      {t(
        'It has no effect any more: embeds take all parameters but free text, with or without the setting. The operator of this instance can remove {setting}.',
        { setting },
      )}
    </NoticeCard>
  )
}

/** For users who operate the instance; once closed, it returns only with the next version. */
function NewVersionNotice({ onClose }: { onClose: () => void }) {
  const { version = '', newestVersion = '' } = useClientConfig()
  return (
    <NoticeCard
      kind="news"
      icon={<IconInfoCircle size={18} />}
      title={t('A new version of Sextant is available')}
      close={{
        label: t('Close this notice until the next version'),
        run: () => {
          writeLocalOption(dismissedVersionOption, newestVersion)
          onClose()
        },
      }}
    >
      {t('Version {newest} is out; this instance runs {current}.', {
        newest: newestVersion,
        current: version,
      })}
    </NoticeCard>
  )
}

/** Shown until the user has confirmed their email address with the mailed link. */
function VerifyEmailNotice() {
  const { user, client_config } = useSession()
  const sending = useMutation({
    mutationFn: () => call(sendVerificationEmail),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(failureOf(error)),
  })
  return (
    <NoticeCard kind="warning" icon={<IconMail size={18} />} title={t('Please verify your email address')}>
      {client_config.mailSettingsMissing ? (
        t(
          'Your email address {email} is not verified yet. This instance has no mail server, so it cannot send you a link: please ask an administrator.',
          { email: user.email },
        )
      ) : (
        <>
          {t("Follow the link in the email that was sent to {email}. Didn't get it?", { email: user.email })}{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            disabled={sending.isPending}
            onClick={() => sending.mutate()}
          >
            {t('Resend email')}
          </Anchor>
        </>
      )}
    </NoticeCard>
  )
}

function failureOf(error: Error): string {
  if (error instanceof ApiError && error.status === 429) {
    return t('You have asked for many mails already. Please try again in an hour.')
  }
  return messageOf(error, t('The mail could not be sent. Please try again later.'))
}
