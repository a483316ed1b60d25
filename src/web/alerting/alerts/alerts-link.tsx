import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'

/** The link back to the list. */
export function AlertsLink() {
  return (
    <Anchor component={Link} to="/alerts">
      {t('Alerts')}
    </Anchor>
  )
}
