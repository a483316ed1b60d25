import { Alert, Tooltip } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { hasOtherLogin } from '#shared/organizations/login-methods.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { SamlSection } from './saml-section.tsx'
import { SettingCheck, SettingList } from './setting-fields.tsx'
import classes from './settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'

/**
 * How users log in. Password login stays on while there is no other way to log in
 * (docs/reference/screens-administration.md#password-login).
 */
export function AuthenticationSection({ form }: { form: SettingsForm }) {
  const { values } = form
  const config = useClientConfig()
  const isLocked = !hasOtherLogin(values, {
    google: config.googleLoginEnabled,
    openid: config.openidLoginEnabled,
    ldap: config.ldapLoginEnabled,
    remote_user: config.remoteUserLoginEnabled,
    jwt: config.jwtLoginEnabled,
  })
  return (
    <section aria-labelledby="settings-authentication">
      <h2 id="settings-authentication" className={classes.heading}>
        {t('Authentication')}
      </h2>
      {!values.auth_password_login_enabled && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} mb="md">
          {t(
            'Password based login is currently disabled and users will be able to login only with the enabled SSO options.',
          )}
        </Alert>
      )}
      <Tooltip
        label={t('Password login can be disabled only if another login method is enabled')}
        disabled={!isLocked}
        position="top-start"
      >
        <div style={{ width: 'fit-content' }}>
          <SettingCheck
            form={form}
            field="auth_password_login_enabled"
            label={t('Password Login Enabled')}
            {...(isLocked && {
              isLocked,
              description: t('Password login can be disabled only if another login method is enabled'),
            })}
          />
        </div>
      </Tooltip>
      <SettingCheck
        form={form}
        field="renew_api_key_with_password"
        label={t('A new password makes a new API key')}
        description={t(
          'Anyone who has learned the password may have copied the key. Their programs then stop working.',
        )}
      />
      {config.googleLoginEnabled && (
        <>
          <h3 className={classes.subheading}>{t('Google Login')}</h3>
          <SettingList
            form={form}
            field="auth_google_apps_domains"
            label={t('Allowed Google Apps Domains')}
            description={t(
              'Anyone who logs in with an account of one of these domains becomes a user. Others have to be invited.',
            )}
            placeholder="example.com"
          />
        </>
      )}
      <SamlSection form={form} />
    </section>
  )
}
