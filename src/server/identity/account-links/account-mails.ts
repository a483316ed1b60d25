import { t } from '#shared/messages/translate.ts'
import { type ComposedMail, composePersonalMail } from '../link-tokens/personal-mail.ts'

interface InvitationMail {
  inviter: { name: string; email: string }
  name: string
  /** the address that the reader logs in with */
  email: string
  organization: string
  /** public address of the instance */
  instance: string
  link: string
}

export function composeInvitation(invitation: InvitationMail): ComposedMail {
  const { inviter, name, email, organization, instance, link } = invitation
  return composePersonalMail({
    subject: t('{inviter} invited you to join Sextant', { inviter: inviter.name }),
    name,
    says: t(
      '{inviter} ({address}) invited you to {organization} in Sextant, where you can query data and build dashboards. Choose a password to begin. The link works for 7 days:',
      { inviter: inviter.name, address: inviter.email, organization },
    ),
    action: { text: t('Set up my account'), link },
    more: [
      {
        kind: 'facts',
        facts: [
          { label: t('You log in as'), value: email },
          { label: t('At'), value: instance, href: instance },
        ],
      },
    ],
    footer: t(
      'You get this mail because {address} gave your address in Sextant at {instance}. If you do not expect it, ignore it: nothing happens without the link.',
      { address: inviter.email, instance },
    ),
  })
}

export function composeReset({
  name,
  email,
  instance,
  link,
}: Pick<InvitationMail, 'name' | 'email' | 'instance' | 'link'>): ComposedMail {
  return composePersonalMail({
    subject: t('Reset your password'),
    name,
    says: t('choose a new password for {email} with this link. It works once, within one hour:', { email }),
    action: { text: t('Choose a new password'), link },
    footer: t(
      'You get this mail because someone asked for a new password at {instance}. If that was not you, ignore it: your password stays as it is.',
      { instance },
    ),
  })
}

/** For users who request a new password although their account is disabled. */
export function composeDisabledNotice({ name, instance }: { name: string; instance: string }): ComposedMail {
  return composePersonalMail({
    subject: t('Your Sextant account is disabled'),
    name,
    says: t(
      'someone asked for a new password for your account, but the account is disabled. If you still need it, please ask an admin of {instance}.',
      { instance },
    ),
    footer: t(
      'You get this mail because someone asked for a new password at {instance}. If that was not you, ignore it.',
      { instance },
    ),
  })
}

/**
 * Goes to the former address of an account. `instance`: as the operator configured it, never taken from a request.
 */
export function composeAddressChanged({
  name,
  email,
  instance,
  link,
}: {
  name: string
  /** the new address */
  email: string
  instance: string | null
  /** restores the address; null: no public address is configured, so no mail can hold a link */
  link: string | null
}): ComposedMail {
  return composePersonalMail({
    subject: t('Your email address in Sextant was changed'),
    name,
    says:
      link === null
        ? t(
            'the email address of your account is now {email}. If you did not expect this, please tell an admin at once: someone else may be using your account.',
            { email },
          )
        : t(
            'the email address of your account is now {email}. If you did not expect this, someone else may be using your account: restore your address with this link within 7 days. This ends all sessions, and you choose a new password.',
            { email },
          ),
    ...(link === null ? {} : { action: { text: t('Take my address back'), link } }),
    footer:
      instance === null
        ? t('You get this mail because this was your email address in Sextant.')
        : t('You get this mail because this was your email address in Sextant at {instance}.', { instance }),
  })
}
