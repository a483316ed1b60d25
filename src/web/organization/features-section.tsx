import { t } from '#shared/messages/translate.ts'
import { SettingCheck } from './setting-fields.tsx'
import classes from './settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'

/** Features that are switched on for all users. */
export function FeaturesSection({ form }: { form: SettingsForm }) {
  return (
    <>
      <h3 className={classes.subheading}>{t('Chart Visualization')}</h3>
      <SettingCheck
        form={form}
        field="hide_plotly_mode_bar"
        label={t('Hide the tool bar of custom charts')}
      />
      <h3 className={classes.subheading}>{t('Features')}</h3>
      <div className={classes.checks}>
        <SettingCheck
          form={form}
          field="feature_show_permissions_control"
          label={t('Offer “Manage Permissions” for queries and dashboards')}
          description={t(
            'Owners can then let other people edit. Permissions that were given hold either way.',
          )}
        />
        <SettingCheck
          form={form}
          field="send_email_on_failed_scheduled_queries"
          label={t('Mail owners of queries when scheduled runs fail')}
        />
        <SettingCheck
          form={form}
          field="multi_byte_search_enabled"
          label={t('Search queries by parts of words (Chinese, Japanese, Korean)')}
          description={t('Slower: names and descriptions are compared one by one.')}
        />
        <SettingCheck
          form={form}
          field="disable_public_urls"
          label={t('Switch off public dashboards and embeds')}
          description={t('Links that were shared stop working at once.')}
        />
      </div>
      <h3 className={classes.subheading}>{t('Anonymous Usage Data')}</h3>
      <SettingCheck
        form={form}
        field="beacon_consent"
        label={t(
          'Send the number of users, queries and dashboards with the daily question for the newest version',
        )}
        description={t('Nothing is sent while no address is set for it (SEXTANT_VERSION_CHECK_URL).')}
      />
    </>
  )
}
