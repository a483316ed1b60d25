import { Select } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { Message } from '#web/ui/message.tsx'
import { formatExamples } from './format-example.ts'
import { SettingText } from './setting-fields.tsx'
import classes from './settings.module.css'
import { fieldId, type SettingsForm } from './use-settings-form.ts'

/** Formats of dates and numbers, and the time zone of schedules and dynamic dates. */
export function FormatsSection({ form }: { form: SettingsForm }) {
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
