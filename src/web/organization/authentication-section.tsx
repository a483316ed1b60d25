import { Alert, Code, Radio, Stack, Tooltip } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { hasOtherLogin } from '#shared/organizations/login-methods.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { SettingCheck, SettingLines, SettingList, SettingNumber, SettingText } from './setting-fields.tsx'
import classes from './settings.module.css'
import { fieldId, type SettingsForm } from './use-settings-form.ts'

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
      <div className={classes.checks}>
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
          field="auth_second_factor_required"
          label={t('Everyone needs a second factor')}
          description={t(
            'Users without one can do nothing until they have set one up, from the next click on. API keys and gateway tokens work as before.',
          )}
        />
        <SettingCheck
          form={form}
          field="renew_api_key_with_password"
          label={t('A new password makes a new API key')}
          description={t(
            'Anyone who has learned the password may have copied the key. Their programs then stop working.',
          )}
        />
      </div>
      <SettingNumber
        form={form}
        field="api_key_max_days"
        label={t('New API keys expire within (days)')}
        description={t('For keys with scopes, from 1 to 3650. Existing keys stay as they are.')}
        placeholder={t('No limit')}
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

type Choice = 'off' | 'static' | 'dynamic'

/** SAML: off, configured by hand, or by the identity provider's metadata. */
function SamlSection({ form }: { form: SettingsForm }) {
  const { values } = form
  const choice = choiceOf(values)
  return (
    <>
      <h3 className={classes.subheading} id="settings-saml">
        {t('SAML')}
      </h3>
      <Radio.Group
        id={fieldId('auth_saml_enabled')}
        aria-labelledby="settings-saml"
        value={choice}
        error={form.faultOf('auth_saml_enabled')}
        errorProps={{ mt: 'xs' }}
        onChange={(value) => form.change(changesFor(value as Choice))}
      >
        <div className={classes.checks}>
          <Radio value="off" label={t('Disabled')} disabled={form.isSaving} />
          <Radio
            value="static"
            label={t('Enabled (Static)')}
            description={t('Address, entity ID and certificate of the identity provider are entered here.')}
            disabled={form.isSaving}
          />
          <Radio
            value="dynamic"
            label={t('Enabled (Dynamic)')}
            description={t('They are read from the metadata of the identity provider.')}
            disabled={form.isSaving}
          />
        </div>
      </Radio.Group>
      {choice !== 'off' && (
        <Stack gap="md" mt="md">
          {choice === 'static' ? <StaticFields form={form} /> : <DynamicFields form={form} />}
          <SettingText
            form={form}
            field="auth_saml_nameid_format"
            label={t('SAML NameID Format')}
            description={t('Leave it empty to ask for email addresses.')}
            placeholder="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
            maxLength={1000}
          />
          <SettingLines
            form={form}
            field="auth_saml_sp_settings"
            label={t('SAML Service Provider Settings')}
            description={t('A JSON object; the help page lists what it may contain.')}
            placeholder='{"accepted_time_diff": 60}'
            maxLength={20_000}
          />
          <ForTheProvider />
        </Stack>
      )}
    </>
  )
}

function StaticFields({ form }: { form: SettingsForm }) {
  return (
    <>
      <SettingText
        form={form}
        field="auth_saml_sso_url"
        label={t('SAML Single Sign-on URL')}
        placeholder="https://login.example.com/sso"
        maxLength={1000}
      />
      <SettingText form={form} field="auth_saml_entity_id" label={t('SAML Entity ID')} maxLength={1000} />
      <SettingLines
        form={form}
        field="auth_saml_x509_cert"
        label={t('SAML x509 cert')}
        description={t(
          'The certificate with which the provider signs. While it is being replaced, you can enter both.',
        )}
        placeholder="-----BEGIN CERTIFICATE-----"
        maxLength={20_000}
      />
    </>
  )
}

function DynamicFields({ form }: { form: SettingsForm }) {
  return (
    <>
      <SettingText
        form={form}
        field="auth_saml_metadata_url"
        label={t('SAML Metadata URL')}
        placeholder="https://login.example.com/metadata"
        maxLength={1000}
      />
      <SettingText
        form={form}
        field="auth_saml_entity_id"
        label={t('SAML Entity ID')}
        description={t('Only where the metadata describes several identity providers: which one it is.')}
        maxLength={1000}
      />
    </>
  )
}

/** The values to enter at the identity provider. */
function ForTheProvider() {
  const { basePath } = useClientConfig()
  return (
    <dl className={classes.addresses}>
      <dt>{t('Callback URL (ACS) and entity ID of this instance')}</dt>
      <dd>
        <Code>{`${basePath}saml/callback`}</Code>
      </dd>
      <dt>{t('Metadata of this instance')}</dt>
      <dd>
        <Code>{`${basePath}saml/metadata`}</Code>
      </dd>
    </dl>
  )
}

function choiceOf({ auth_saml_enabled, auth_saml_type }: SettingsForm['values']): Choice {
  if (!auth_saml_enabled) return 'off'
  return auth_saml_type === 'static' ? 'static' : 'dynamic'
}

function changesFor(choice: Choice) {
  return choice === 'off' ? { auth_saml_enabled: false } : { auth_saml_enabled: true, auth_saml_type: choice }
}
