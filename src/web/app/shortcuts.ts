import { t } from '#shared/messages/translate.ts'

const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** The name of the `mod` key. */
export const modKey = mac ? '⌘' : 'Ctrl'
const alt = mac ? '⌥' : 'Alt'

export interface Shortcut {
  /** alternatives, each a list of keys pressed together */
  keys: readonly (readonly string[])[]
  does: string
}

export interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

/** See docs/reference/screens.md#shortcuts. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: t('Everywhere'),
    shortcuts: [
      { keys: [[modKey, 'K']], does: t('Search and go to anything') },
      { keys: [['?']], does: t('Show the keyboard shortcuts') },
    ],
  },
  {
    title: t('Query editor'),
    shortcuts: [
      {
        keys: [
          [modKey, 'Enter'],
          [alt, 'Enter'],
          ['Shift', 'Enter'],
        ],
        does: t('Execute'),
      },
      { keys: [[modKey, 'Shift', 'Enter']], does: t('Execute statement at the cursor') },
      { keys: [[modKey, 'S']], does: t('Save') },
      { keys: [[modKey, 'Shift', 'F']], does: t('Format the query') },
      { keys: [[modKey, 'P']], does: t('Add a parameter') },
      {
        keys: [
          [alt, 'D'],
          [alt, 'Shift', 'D'],
        ],
        does: t('Show or hide the left panel'),
      },
      { keys: [['F6']], does: t('Go to the result, and back to the text') },
      { keys: [['Esc']], does: t('Leave the editor') },
    ],
  },
  {
    title: t('Results'),
    shortcuts: [
      { keys: [[alt, 'F']], does: t('Full screen') },
      {
        keys: [
          [modKey, 'Enter'],
          [alt, 'Enter'],
        ],
        does: t('Apply changed parameters'),
      },
    ],
  },
]
