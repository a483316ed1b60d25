import { Button, type ButtonProps } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import classes from './embed.module.css'

/** A menu that opens from this button adds its own class. */
export function DownloadButton({
  className = '',
  ...props
}: ButtonProps & ComponentPropsWithRef<'button'> & { className?: string }) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      className={`${className} ${classes.act} ${classes.way}`}
      leftSection={<IconDownload size={14} aria-hidden />}
      rightSection={<IconChevronDown size={12} aria-hidden />}
      {...props}
    >
      {t('Download Dataset')}
    </Button>
  )
}
