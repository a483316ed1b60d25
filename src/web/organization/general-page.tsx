import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '#shared/messages/translate.ts'
import type { SettingsInForce } from '#shared/organizations/organizations-api.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { useDirtyGuard } from '#web/ui/use-dirty-guard.ts'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { AuthenticationSection } from './authentication-section.tsx'
import { FeaturesSection } from './features-section.tsx'
import { FormatsSection } from './formats-section.tsx'
import classes from './settings.module.css'
import { settingsQuery } from './settings-queries.ts'
import { useSettingsForm } from './use-settings-form.ts'

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
