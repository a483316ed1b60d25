import { Button, Checkbox, Group, Text } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { copyText } from '#web/ui/copy-button.tsx'
import { notify } from '#web/ui/toast.tsx'
import classes from './second-factor.module.css'

/** Recovery codes, shown only this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [isKept, setIsKept] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  // the focused field has disappeared
  useEffect(() => first.current?.focus(), [])
  const copy = async () => {
    if ((await copyText(codes.join('\n'))) === 'copied') notify.success(t('Copied!'))
    else notify.error(t('Copy failed'))
  }
  return (
    <>
      <Text mb="sm">
        {t(
          'Each of these codes lets you in once when you do not have your phone. Keep them where you find them then; they are not shown again.',
        )}
      </Text>
      <ul className={classes.codes} aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs" mb="lg">
        <Button
          ref={first}
          variant="default"
          leftSection={<IconCopy size={16} />}
          onClick={() => void copy()}
        >
          {t('Copy')}
        </Button>
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={16} />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
          download="sextant-recovery-codes.txt"
        >
          {t('Download')}
        </Button>
      </Group>
      <Checkbox
        label={t('I have kept the codes')}
        checked={isKept}
        onChange={(event) => setIsKept(event.currentTarget.checked)}
      />
      <Group justify="flex-end" mt="lg">
        <Button disabled={!isKept} onClick={onDone}>
          {t('Done')}
        </Button>
      </Group>
    </>
  )
}
