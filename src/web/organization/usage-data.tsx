import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { saveOrganizationSettings } from '#shared/organizations/organizations-api.ts'
import { call } from '#web/api/call.ts'
import { sessionQuery } from '#web/session/session-query.ts'
import { giveFocus } from '#web/ui/kept-focus.ts'
import { notify } from '#web/ui/toast.tsx'
import { SettingCheck } from './setting-fields.tsx'
import classes from './usage-data.module.css'
import { fieldId, type SettingsForm, settingsQuery } from './use-settings-form.ts'

const field = 'beacon_consent'

/** Whether usage data may be sent: a question until an admin answers for all, then a setting like others. */
export function UsageData({ form }: { form: SettingsForm }) {
  const [hasAnswered, setHasAnswered] = useState(false)
  const isAsked = form.values.beacon_consent === undefined
  useEffect(() => {
    if (isAsked || !hasAnswered) return
    // the buttons made way for the setting
    const setting = document.getElementById(fieldId(field))
    if (setting) giveFocus(setting)
  }, [isAsked, hasAnswered])
  return isAsked ? (
    <UsageQuestion onAnswered={() => setHasAnswered(true)} />
  ) : (
    <SettingCheck
      form={form}
      field={field}
      label={t(
        'Send the number of users, queries and dashboards with the daily question for the newest version',
      )}
      description={t('Nothing is sent while no address is set for it (SEXTANT_VERSION_CHECK_URL).')}
    />
  )
}

/** The last of the first steps leads here. */
function UsageQuestion({ onAnswered }: { onAnswered: () => void }) {
  const headingId = useId()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (window.location.hash === '#usage-data') card.current?.scrollIntoView({ block: 'center' })
  }, [])
  const client = useQueryClient()
  const answer = useMutation({
    mutationFn: (consents: boolean) => call(saveOrganizationSettings, { body: { [field]: consents } }),
    onSuccess: (settings, consents) => {
      onAnswered()
      notify.success(consents ? t('Thank you.') : t('Settings changes saved.'))
      client.setQueryData(settingsQuery.queryKey, settings)
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
    onError: () => notify.error(t('Failed saving changes.')),
  })
  const button = (label: string, consents: boolean, variant: 'light' | 'default') => (
    <Button
      size="xs"
      variant={variant}
      loading={answer.isPending && answer.variables === consents}
      disabled={answer.isPending}
      onClick={() => answer.mutate(consents)}
    >
      {label}
    </Button>
  )
  return (
    <section ref={card} className={classes.card} aria-labelledby={headingId}>
      <h4 id={headingId} className={classes.title}>
        {t('May this instance send anonymous usage data?')}
      </h4>
      <p className={classes.text}>
        {t(
          'Once a day, with the question for the newest version, it would send its own version and five numbers: how many users, data sources, queries, visualizations and dashboards there are. No names, no query texts, no results, no addresses.',
        )}
      </p>
      <p className={classes.text}>
        {t(
          'The data goes to the address set for version checks (SEXTANT_VERSION_CHECK_URL), and nowhere while none is set.',
        )}
      </p>
      <div className={classes.actions}>
        {button(t('Yes'), true, 'light')}
        {button(t('No'), false, 'default')}
      </div>
    </section>
  )
}
