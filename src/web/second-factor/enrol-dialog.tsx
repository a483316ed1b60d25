import { Anchor, Button, Group, TextInput } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { encode } from 'uqr'
import { t } from '#shared/messages/translate.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  type SecondFactorSecret,
} from '#shared/second-factor/second-factor-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { type FactorDialogProps, FactorFrame, PasswordStep } from './factor-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'

type Step =
  | { name: 'password' }
  | { name: 'app'; secret: SecondFactorSecret }
  | { name: 'codes'; codes: readonly string[] }

/** The password, the secret for the app with its first code, and the recovery codes. */
export function EnrolDialog({ userId, asksPassword, onClose }: FactorDialogProps) {
  const [step, setStep] = useState<Step>({ name: 'password' })
  const params = { id: userId }
  return (
    <FactorFrame title={t('Set up a second factor')} isFinal={step.name === 'codes'} onClose={onClose}>
      {step.name === 'password' && (
        <PasswordStep
          asksPassword={asksPassword}
          lead={t(
            'You need an authenticator app on your phone, such as Aegis, 2FAS, Google Authenticator, or a password manager that supports codes.',
          )}
          confirmLabel={t('Continue')}
          onCancel={onClose}
          act={async (proof) =>
            setStep({ name: 'app', secret: await call(beginSecondFactor, { params, body: proof }) })
          }
        />
      )}
      {step.name === 'app' && (
        <AppStep
          secret={step.secret}
          onCancel={onClose}
          confirm={async (code) => {
            const { recovery_codes } = await call(confirmSecondFactor, { params, body: { code } })
            setStep({ name: 'codes', codes: recovery_codes })
          }}
        />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={onClose} />}
    </FactorFrame>
  )
}

interface AppStepProps {
  secret: SecondFactorSecret
  onCancel: () => void
  confirm: (code: string) => Promise<void>
}

function AppStep({ secret, onCancel, confirm }: AppStepProps) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<{ code: string; message: string } | null>(null)
  const [isWorking, setIsWorking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (isWorking) return
    if (code.trim() === '') return setWrong({ code, message: t('This field is required.') })
    setIsWorking(true)
    try {
      await confirm(code)
    } catch (error) {
      setWrong({ code, message: messageOf(error, t('Failed saving.')) })
      setIsWorking(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <ol className={classes.steps}>
        <li>
          {t('Scan this picture with the app, or type the key into it.')}
          <QrCode text={secret.address} />
          {/* for users who open this page on the phone with the app, which cannot scan its own screen */}
          <Anchor href={secret.address} className={classes.open}>
            {t('Open the app on this device')}
          </Anchor>
          <div className={classes.secret}>
            <span>{secret.secret.replace(/.{4}(?=.)/g, '$& ')}</span>
            <CopyButton value={secret.secret} label={t('Copy the key')} />
          </div>
        </li>
        <li>
          {t('Enter the six digits that the app shows for Sextant.')}
          <TextInput
            mt="xs"
            label={t('Code')}
            required
            ref={field}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={20}
            disabled={isWorking}
            value={code}
            error={wrong?.code === code ? wrong.message : undefined}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </li>
      </ol>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" disabled={isWorking} onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={isWorking}>
          {t('Switch on')}
        </Button>
      </Group>
    </form>
  )
}

/** One SVG path of squares, including the margin of four that apps require. */
function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 4 })
    const squares = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    )
    return { size, path: squares.join('') }
  }, [text])
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={t('QR code with the key for the app')}
    >
      <path d={path} />
    </svg>
  )
}
