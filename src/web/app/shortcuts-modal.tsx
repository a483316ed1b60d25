import { Modal } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { type Shortcut, shortcutGroups } from './shortcuts.ts'
import classes from './shortcuts-modal.module.css'

export default function ShortcutsModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  useFocusReturn(opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Keyboard shortcuts')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {shortcutGroups.map((group) => (
        <section key={group.title} className={classes.group}>
          <h3 className={classes.title}>{group.title}</h3>
          <dl className={classes.list}>
            {group.shortcuts.map((shortcut) => (
              <div key={shortcut.does} className={classes.row}>
                <dt>{shortcut.does}</dt>
                <dd>
                  <Keys shortcut={shortcut} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}

function Keys({ shortcut }: { shortcut: Shortcut }) {
  return shortcut.keys.map((combination, place) => (
    <span key={combination.join('+')} className={classes.combination}>
      {place > 0 && <span className={classes.or}>{t('or')}</span>}
      {combination.map((key) => (
        <kbd key={key} className={classes.key}>
          {key}
        </kbd>
      ))}
    </span>
  ))
}
