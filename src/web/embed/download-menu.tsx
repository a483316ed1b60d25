import { Menu } from '@mantine/core'
import { DownloadButton } from './download-button.tsx'

interface DownloadMenuProps {
  downloads: readonly { label: string; href: string }[]
  isDisabled: boolean
}

export function DownloadMenu({ downloads, isDisabled }: DownloadMenuProps) {
  return (
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
      </Menu.Dropdown>
    </Menu>
  )
}
