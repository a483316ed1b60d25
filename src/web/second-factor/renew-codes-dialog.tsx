import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { renewRecoveryCodes } from '#shared/second-factor/second-factor-api.ts'
import { call } from '#web/api/call.ts'
import { type FactorDialogProps, FactorFrame, PasswordStep } from './factor-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export function RenewCodesDialog({ userId, asksPassword, onClose }: FactorDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <FactorFrame title={t('New recovery codes')} isFinal={codes !== null} onClose={onClose}>
      {codes === null ? (
        <PasswordStep
          asksPassword={asksPassword}
          lead={t('You get ten new codes. The ones you have are good no more.')}
          confirmLabel={t('Make new codes')}
          onCancel={onClose}
          act={async (proof) => {
            const { recovery_codes } = await call(renewRecoveryCodes, {
              ...{ params: { id: userId }, body: proof },
            })
            setCodes(recovery_codes)
          }}
        />
      ) : (
        <RecoveryCodes codes={codes} onDone={onClose} />
      )}
    </FactorFrame>
  )
}
