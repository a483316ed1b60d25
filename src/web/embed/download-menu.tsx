import { Menu } from '@mantine/core'
import { useState } from 'react'
import { imageFormats } from '#web/visualizations/download-image.ts'
import { DownloadButton } from './download-button.tsx'

interface DownloadMenuProps {
  downloads: readonly { label: string; href: string }[]
  isDisabled: boolean
  /** rejects with a message for users */
  onExportImage(format: 'png' | 'svg'): Promise<void>
}

export function DownloadMenu({ downloads, isDisabled, onExportImage }: DownloadMenuProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const take = (format: 'png' | 'svg') => {
    setFailure(null)
    onExportImage(format).catch((error: unknown) =>
      setFailure(error instanceof Error ? error.message : String(error)),
    )
  }
  return (
    <>
      {failure !== null && <span role="alert">{failure}</span>}
      <Menu position="top-end" withinPortal={false} floatingStrategy="fixed">
        <Menu.Target>
          <DownloadButton disabled={isDisabled} />
        </Menu.Target>
        <Menu.Dropdown>
          {downloads.map(({ label, href }) => (
            <Menu.Item key={label} component="a" href={href} target="_blank" rel="noopener noreferrer">
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {imageFormats.map(({ format, label }) => (
            <Menu.Item key={format} onClick={() => take(format)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
