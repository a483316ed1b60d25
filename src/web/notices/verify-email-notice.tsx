import { Anchor } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { sendVerificationEmail } from '#shared/email-verification/email-verification-api.ts'
import { t } from '#shared/messages/translate.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useSession } from '#web/session/use-session.ts'
import { notify } from '#web/ui/toast.tsx'
import { Notice } from './notice.tsx'

/** Shown until the user has confirmed their email address with the mailed link. */
export function VerifyEmailNotice() {
  const { user, client_config } = useSession()
  const sending = useMutation({
    mutationFn: () => call(sendVerificationEmail),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(failureOf(error)),
  })
  return (
    <Notice kind="warning" icon={<IconMail size={18} />} title={t('Please verify your email address')}>
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
    </Notice>
  )
}

function failureOf(error: Error): string {
  if (error instanceof ApiError && error.status === 429) {
    return t('You have asked for many mails already. Please try again in an hour.')
  }
  return messageOf(error, t('The mail could not be sent. Please try again later.'))
}
