import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '#shared/messages/translate.ts'
import type { SettingsInForce } from '#shared/organizations/organizations-api.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { Message } from '#web/ui/message.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { useDirtyGuard } from '#web/ui/use-dirty-guard.ts'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { AuthenticationSection } from './authentication-section.tsx'
import { formatExamples } from './format-example.ts'
import { SettingCheck, SettingText } from './setting-fields.tsx'
import classes from './settings.module.css'
import { UsageData } from './usage-data.tsx'
import { fieldId, type SettingsForm, settingsQuery, useSettingsForm } from './use-settings-form.ts'

/** /settings/general: settings for the whole organization. */
export function GeneralPage() {
  usePageTitle(t('General Settings'))
  const settings = useQuery(settingsQuery)
  return (
    <>
      <PageHeader title={t('General Settings')} />
      {settings.isPending && <FormSkeleton fields={8} />}
      {settings.isError && settings.data === undefined && (
        <ErrorAlert error={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {settings.data !== undefined && <Settings stored={settings.data.settings} />}
    </>
  )
}

function Settings({ stored }: { stored: SettingsInForce }) {
  const form = useSettingsForm(stored)
  useDirtyGuard(form.isDirty)
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (form.isDirty && !form.isSaving) void form.save()
      }}
    >
      <section aria-labelledby="settings-general">
        <h2 id="settings-general" className={classes.heading}>
          {t('General')}
        </h2>
        <FormatsSection form={form} />
        <FeaturesSection form={form} />
      </section>
      <AuthenticationSection form={form} />
      <div className={classes.save}>
        <Button type="submit" loading={form.isSaving} disabled={!form.isDirty}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

/** Features that are switched on for all users. */
function FeaturesSection({ form }: { form: SettingsForm }) {
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
      <UsageData form={form} />
    </>
  )
}

/** Formats of dates and numbers, and the time zone of schedules and dynamic dates. */
function FormatsSection({ form }: { form: SettingsForm }) {
  const { dateFormatList, timeFormatList } = useClientConfig()
  const { values } = form
  const examples = formatExamples(values, new Date())
  const shown = (text: string) => <output>{text}</output>
  return (
    <div className={classes.pairs}>
      <SettingSelect form={form} field="date_format" label={t('Date Format')} choices={dateFormatList} />
      <SettingSelect form={form} field="time_format" label={t('Time Format')} choices={timeFormatList} />
      <SettingSelect
        form={form}
        field="time_zone"
        label={t('Time Zone')}
        description={t('The clock of dynamic dates, such as “today”.')}
        choices={timeZones(values.time_zone)}
      />
      <SettingText
        form={form}
        field="null_value"
        label={t('Null Value')}
        description={t('Shown in tables in place of empty values.')}
        maxLength={100}
      />
      <SettingText form={form} field="integer_format" label={t('Integer Format')} maxLength={50} />
      <SettingText form={form} field="float_format" label={t('Float Format')} maxLength={50} />
      <SettingText form={form} field="thousands_separator" label={t('Thousands Separator')} maxLength={3} />
      <SettingText form={form} field="decimal_separator" label={t('Decimal Separator')} maxLength={3} />
      <p className={classes.example}>
        <Message
          text={t('It looks like this: {date} · {integer} · {float}')}
          values={{
            date: shown(examples.date),
            integer: shown(examples.integer),
            float: shown(examples.float),
          }}
        />
      </p>
    </div>
  )
}

interface SettingSelectProps {
  form: SettingsForm
  field: 'date_format' | 'time_format' | 'time_zone'
  label: string
  description?: string
  choices: readonly string[]
}

function SettingSelect({ form, field, label, description, choices }: SettingSelectProps) {
  return (
    <Select
      id={fieldId(field)}
      label={label}
      description={description}
      allowDeselect={false}
      searchable={choices.length > 20}
      limit={100}
      disabled={form.isSaving}
      data={[...choices]}
      value={form.values[field]}
      error={form.faultOf(field)}
      nothingFoundMessage={t('There is no such time zone.')}
      onChange={(value) => value !== null && form.change({ [field]: value })}
    />
  )
}

/** The zones that the browser supports, and the current one. */
function timeZones(current: string): string[] {
  return [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])]
}
