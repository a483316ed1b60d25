import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlayerPlay } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { queryShortcuts, shortcutLabel } from '#shared/queries/keyboard-shortcuts.ts'
import { IconMenu } from '#web/ui/icon-menu.tsx'
import { isMac } from '../ui/is-mac.ts'
import classes from './editor-pane.module.css'
import { Explained } from './explained.tsx'

/** The runs that the editor offers. */
export interface Execution {
  isSelection: boolean
  whyNot: string | null
  run(): void
  /** null: the syntax has no statements */
  runStatement: (() => void) | null
  /** null: the data source does not tell what a text would read */
  estimate: (() => void) | null
}

/** Execute, and a menu of other ways to run. */
export function ExecuteButtons({ isSelection, whyNot, run, runStatement, estimate }: Execution) {
  return (
    <>
      <Explained why={whyNot} shortcut={shortcutLabel(queryShortcuts.execute[0], isMac)}>
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
          data-disabled={whyNot !== null || undefined}
          aria-disabled={whyNot !== null}
          onClick={whyNot === null ? run : undefined}
        >
          {isSelection ? t('Execute Selected') : t('Execute')}
        </Button>
      </Explained>
      {runStatement && (
        <IconMenu
          label={t('More ways to run')}
          icon={<IconChevronDown size={16} />}
          variant="default"
          size={30}
        >
          <Menu.Item
            disabled={whyNot !== null}
            onClick={runStatement}
            rightSection={
              <span className={classes.keys}>{shortcutLabel(queryShortcuts.executeStatement[0], isMac)}</span>
            }
          >
            {t('Execute statement at the cursor')}
          </Menu.Item>
          {estimate && (
            <Menu.Item disabled={whyNot !== null} onClick={estimate}>
              {isSelection ? t('Estimate what the selection reads') : t('Estimate what the query reads')}
            </Menu.Item>
          )}
        </IconMenu>
      )}
    </>
  )
}
