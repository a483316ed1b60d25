import { Alert, Code, Group, Modal, Stack, Switch, Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { shareDashboard, unshareDashboard } from '#shared/dashboards/dashboards-api.ts'
import { mappingsOf } from '#shared/dashboards/parameter-mappings.ts'
import { translatedMessage } from '#shared/errors/refusal.ts'
import { t } from '#shared/messages/translate.ts'
import { parameterLabel } from '#shared/parameters/detect-parameters.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { HelpTrigger } from '#web/help/help-trigger.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { dashboardWords } from './dashboard-words.ts'
import type { PageDashboard } from './page-dashboard.ts'
import { runWidgets } from './run-widgets.ts'
import classes from './share-dialog.module.css'
import type { DashboardDraft } from './use-dashboard-draft.ts'

interface ShareDialogProps {
  draft: DashboardDraft
  mayShare: boolean
  onClose(): void
}

/** The public address of a dashboard, and the switch for sharing it. */
export function ShareDialog({ draft, mayShare, onClose }: ShareDialogProps) {
  useFocusReturn()
  const { public_url } = draft.dashboard
  const { isSaving, refusal, toggle } = useSharing(draft)
  const isShared = public_url !== undefined
  const titles = openTitles(draft.dashboard)
  const known =
    titles === null ? null : translatedMessage({ code: 'dashboard.unsafe_parameters', details: { titles } })
  const blocked = isShared ? null : (refusal ?? known)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Share Dashboard')}
      size={520}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="md">
        {blocked !== null && <ErrorAlert error={blocked} />}
        {isShared && titles !== null && <HiddenWidgets titles={titles} />}
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Switch
            label={t('Public access')}
            description={
              mayShare
                ? t('Anyone with the address sees the dashboard without logging in.')
                : t('The owner and admins can switch it on and off.')
            }
            checked={isShared}
            disabled={!mayShare || (blocked !== null && !isShared)}
            aria-busy={isSaving}
            data-autofocus
            onChange={() => void toggle()}
          />
          <HelpTrigger page="dashboard-sharing" label={t('Help on sharing')} />
        </Group>
        <Text size="sm" c="dimmed" role="status" className={classes.status}>
          {isSaving ? t('Saving…') : ''}
        </Text>
        {public_url !== undefined && <PublicAddress address={public_url} />}
      </Stack>
    </Modal>
  )
}

/** Widgets that became unsafe after the dashboard was shared. */
function HiddenWidgets({ titles }: { titles: string }) {
  return (
    <Alert color="yellow" variant="light" icon={<IconEyeOff size={18} />}>
      {t(
        'Visitors do not get the results of every widget: {titles} can be filled with any text. Give such parameters a static value, or another type.',
        { titles },
      )}
    </Alert>
  )
}

function PublicAddress({ address }: { address: string }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {t('Public address')}
      </Text>
      <div className={classes.row}>
        <Code className={classes.code}>{address}</Code>
        <CopyButton value={address} label={t('Copy the public address')} />
      </div>
    </div>
  )
}

function useSharing(draft: DashboardDraft) {
  const [isSaving, setIsSaving] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { id, name, public_url } = draft.dashboard
  const during = async (work: () => Promise<void>, complaint: string) => {
    setIsSaving(true)
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'dashboard.unsafe_parameters') setRefusal(error.message)
      else notify.error(messageOf(error, t('Please try again later.')), { title: complaint })
    } finally {
      setIsSaving(false)
    }
  }
  const turnOn = () =>
    during(async () => {
      draft.adopt(await call(shareDashboard, { params: { id } }))
    }, dashboardWords.sharingOnFailed)
  const turnOff = async () => {
    if (!(await confirmUnshare(name))) return
    await during(async () => {
      await call(unshareDashboard, { params: { id } })
      draft.adopt({ public_url: undefined, api_key: undefined })
    }, dashboardWords.sharingOffFailed)
  }
  return {
    isSaving,
    refusal,
    toggle: async () => {
      if (!isSaving) await (public_url === undefined ? turnOn() : turnOff())
    },
  }
}

function confirmUnshare(name: string): Promise<boolean> {
  return confirm({
    title: t('Turn Off Public Access'),
    message: t(
      'The public address of “{name}” stops working at once, and for good: sharing the dashboard again makes another one.',
      { name },
    ),
    confirmLabel: t('Turn Off'),
    danger: true,
  })
}

/**
 * Titles of the parameters through which visitors could put any text into a query: the server refuses to share them. A
 * text parameter that is only a value, as in `'{{ name }}'`, is safe. Null: nothing prevents sharing.
 */
function openTitles({ widgets }: Pick<PageDashboard, 'widgets'>): string | null {
  const unsafe = widgets.filter(({ visualization }) => visualization?.query.is_safe === false)
  const open = runWidgets(unsafe).flatMap((widget) => {
    const filled = new Set(
      mappingsOf(widget).flatMap(({ name, type }) => (type === 'static-value' ? [name] : [])),
    )
    return widget.parameters.filter(({ name, type }) => type === 'text' && !filled.has(name))
  })
  return open.length === 0 ? null : [...new Set(open.map(parameterLabel))].join(', ')
}
