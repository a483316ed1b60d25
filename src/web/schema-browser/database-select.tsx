import { Select } from '@mantine/core'
import { IconDatabase } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import classes from './schema-browser.module.css'
import type { DatabaseChoice } from './use-schema-levels.ts'

/** Which database of the data source the tree shows. */
export function DatabaseSelect({ names, chosen, choose }: DatabaseChoice) {
  return (
    <Select
      size="xs"
      className={classes.search}
      aria-label={t('Database')}
      leftSection={<IconDatabase size={14} aria-hidden="true" />}
      leftSectionPointerEvents="none"
      searchable
      allowDeselect={false}
      data={[...names]}
      value={chosen}
      onChange={(name) => {
        if (name !== null) choose(name)
      }}
    />
  )
}
