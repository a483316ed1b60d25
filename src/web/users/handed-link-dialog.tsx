import { Alert, Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { linkFromHere } from './link-from-here.ts'
import type { HandedLink } from './use-user-acts.tsx'

/** Without mail, the admin sends the link personally (docs/reference/screens-administration.md#links-without-mail). */
export function HandedLinkDialog({ handed, onClose }: { handed: HandedLink; onClose: () => void }) {
  useFocusReturn()
  const link = linkFromHere(handed.link, window.location.origin)
  return (
    <Modal
      opened
      size={560}
      title={t('Email not sent!')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Alert color="yellow" variant="light" icon={<IconMailOff size={18} />} mb="md">
        {t('The mail server is not configured.')}
      </Alert>
      <Text mb="xs">
        {t(
          'Please send this link to {name} yourself. The person who opens it chooses the password, so send it to no one else.',
          {
            name: handed.name,
          },
        )}
      </Text>
      <TextInput
        data-autofocus
        aria-label={t('Link for {name}', { name: handed.name })}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        rightSection={<CopyButton value={link} label={t('Copy the link')} />}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t('Done')}</Button>
      </Group>
    </Modal>
  )
}
