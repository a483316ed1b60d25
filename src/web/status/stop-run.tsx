import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#shared/messages/translate.ts'
import { cancelJob } from '#shared/results/results-api.ts'
import type { RunningJob } from '#shared/status/status-api.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import { queueStatusQuery } from './status-queries.ts'

/** Ends a run for all who wait for it. */
export function StopRun({ id, meta }: Pick<RunningJob, 'id' | 'meta'>) {
  const queryClient = useQueryClient()
  const stop = useMutation({
    mutationFn: () => call(cancelJob, { params: { id }, query: { for_all: 'true' } }),
    onError: (error) => notify.error(error.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queueStatusQuery.queryKey }),
  })
  const ask = async () => {
    const agreed = await confirm({
      title: t('Stop this run for everyone?'),
      message: t('Everyone who is waiting for its result sees that you stopped it.'),
      confirmLabel: t('Stop'),
      danger: true,
    })
    if (agreed) stop.mutate()
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={stop.isPending}
      aria-label={t('Stop the run of {name}', { name: meta.query_name ?? t('not saved') })}
      onClick={() => void ask()}
    >
      {t('Stop')}
    </Button>
  )
}
