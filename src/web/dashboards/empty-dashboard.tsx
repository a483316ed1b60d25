import { Button, Group } from '@mantine/core'
import { IconChartBar, IconLayoutDashboard, IconNote } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

interface EmptyDashboardProps {
  /** one of its tabs has no widgets */
  isTab: boolean
  /** null: the reader may not add anything */
  onAdd: { widget(): void; textbox(): void } | null
}

/** In place of the grid while there is nothing in it. */
export function EmptyDashboard({ isTab, onAdd }: EmptyDashboardProps) {
  const icon = <IconLayoutDashboard size={32} stroke={1.5} />
  const title = isTab ? t('This tab is empty') : t('This dashboard is empty')
  if (onAdd === null) return <EmptyState icon={icon} title={title} />
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        <Group gap="xs" justify="center">
          <Button leftSection={<IconChartBar size={16} aria-hidden="true" />} onClick={onAdd.widget}>
            {t('Add Widget')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconNote size={16} aria-hidden="true" />}
            onClick={onAdd.textbox}
          >
            {t('Add Textbox')}
          </Button>
        </Group>
      }
    >
      {t('Begin with a visualization of a query, or with a few words on what is to be seen here.')}
    </EmptyState>
  )
}
