import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { t } from '#shared/messages/translate.ts'
import { saveOrganizationSettings } from '#shared/organizations/organizations-api.ts'
import { call } from '#web/api/call.ts'
import { sessionQuery } from '#web/session/session-query.ts'
import { notify } from '#web/ui/toast.tsx'
import classes from './home-notices.module.css'

/** Asks admins whether usage data may be sent, until one of them answers for all. */
export function UsageConsentCard({ onAnswered }: { onAnswered: () => void }) {
  const headingId = useId()
  const client = useQueryClient()
  const answer = useMutation({
    mutationFn: (consents: boolean) => call(saveOrganizationSettings, { body: { beacon_consent: consents } }),
    onSuccess: (_, consents) => {
      notify.success(consents ? t('Thank you.') : t('Settings changes saved.'))
      onAnswered()
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
    onError: () => notify.error(t('Failed saving changes.')),
  })
  const button = (label: string, consents: boolean, variant: 'filled' | 'default') => (
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
    <section className={classes.card} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.title}>
        {t('May this instance send anonymous usage data?')}
      </h2>
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
        {button(t('Yes'), true, 'filled')}
        {button(t('No'), false, 'default')}
      </div>
    </section>
  )
}
