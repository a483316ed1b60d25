const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** The key that `mod` stands for. */
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

/** Part 1, section 9. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [[modKey, 'K']], does: 'Search and go to anything' },
      { keys: [['?']], does: 'Show the keyboard shortcuts' },
    ],
  },
  {
    title: 'Query editor',
    shortcuts: [
      {
        keys: [
          [modKey, 'Enter'],
          [alt, 'Enter'],
          ['Shift', 'Enter'],
        ],
        does: 'Execute',
      },
      { keys: [[modKey, 'S']], does: 'Save' },
      { keys: [[modKey, 'Shift', 'F']], does: 'Format the query' },
      { keys: [[modKey, 'P']], does: 'Add a parameter' },
      {
        keys: [
          [alt, 'D'],
          [alt, 'Shift', 'D'],
        ],
        does: 'Show or hide the left panel',
      },
      { keys: [['Esc']], does: 'Leave the editor' },
    ],
  },
  {
    title: 'Results',
    shortcuts: [
      { keys: [[alt, 'F']], does: 'Full screen' },
      {
        keys: [
          [modKey, 'Enter'],
          [alt, 'Enter'],
        ],
        does: 'Apply changed parameters',
      },
    ],
  },
]
