import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendDeliveryAgain } from '#shared/deliveries/deliveries-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { notify } from '#web/ui/toast.tsx'
import { deliveriesKey } from './delivery-queries.ts'

/** For deliveries that failed or were refused, if their message is still true. */
export function SendAgainButton({ id }: { id: number }) {
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: () => call(sendDeliveryAgain, { params: { id } }),
    onSuccess: () => notify.success(t('The message is on its way again.')),
    onError: (error) => notify.error(messageOf(error, t('Failed sending again.'))),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesKey }),
  })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={14} />}
      loading={again.isPending}
      onClick={() => again.mutate()}
    >
      {t('Send again')}
    </Button>
  )
}
