import { useQueryClient } from '@tanstack/react-query'
import { t } from '#shared/messages/translate.ts'
import { switchOffSecondFactor } from '#shared/second-factor/second-factor-api.ts'
import { call } from '#web/api/call.ts'
import { notify } from '#web/ui/toast.tsx'
import { type FactorDialogProps, FactorFrame, PasswordStep } from './factor-dialog.tsx'
import { secondFactorQuery } from './second-factor-query.ts'

export function SwitchOffDialog({ userId, asksPassword, onClose }: FactorDialogProps) {
  const client = useQueryClient()
  return (
    <FactorFrame title={t('Switch off the second factor')} isFinal={false} onClose={onClose}>
      <PasswordStep
        asksPassword={asksPassword}
        lead={t('Your password alone lets you in then, and your recovery codes are good no more.')}
        confirmLabel={t('Switch off')}
        isDanger
        onCancel={onClose}
        act={async (proof) => {
          const factor = await call(switchOffSecondFactor, { params: { id: userId }, body: proof })
          client.setQueryData(secondFactorQuery(userId).queryKey, factor)
          notify.success(t('The second factor is off.'))
          onClose()
        }}
      />
    </FactorFrame>
  )
}
