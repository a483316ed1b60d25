/** The shortcuts of docs/reference/screens.md#shortcuts. `mod` is Cmd on a Mac and Ctrl elsewhere. */
export const queryShortcuts = {
  save: ['mod+s'],
  execute: ['mod+enter', 'alt+enter', 'ctrl+enter', 'shift+enter'],
  executeStatement: ['mod+shift+enter'],
  addParameter: ['mod+p'],
  format: ['mod+shift+f'],
  togglePanel: ['alt+d', 'alt+shift+d'],
  changePane: ['f6'],
  fullscreen: ['alt+f'],
  applyParameters: ['mod+enter', 'ctrl+enter', 'alt+enter'],
} as const satisfies Record<string, readonly string[]>

export type QueryShortcut = keyof typeof queryShortcuts

export interface KeyPress {
  key: string
  /** physical key: needed for other layouts, and for Alt on a Mac, where `key` is a typographic sign */
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

export function matchesShortcut(press: KeyPress, name: QueryShortcut, isMac: boolean): boolean {
  return queryShortcuts[name].some((combination) => matches(press, combination, isMac))
}

function matches(press: KeyPress, combination: string, isMac: boolean): boolean {
  const parts = combination.split('+')
  const key = parts.at(-1) ?? ''
  const wants = (modifier: string) => parts.includes(modifier)
  const ctrl = wants('ctrl') || (wants('mod') && !isMac)
  const meta = wants('mod') && isMac
  return (
    press.ctrlKey === ctrl &&
    press.metaKey === meta &&
    press.altKey === wants('alt') &&
    press.shiftKey === wants('shift') &&
    isKey(press, key)
  )
}

function isKey(press: KeyPress, key: string): boolean {
  if (key === 'enter') return press.key === 'Enter'
  return press.key.toLowerCase() === key || (press.altKey && press.code === `Key${key.toUpperCase()}`)
}

/** Label of `mod+shift+f`: `Ctrl + Shift + F`, `⌘ + Shift + F`. */
export function shortcutLabel(combination: string, isMac: boolean): string {
  return combination
    .split('+')
    .map((part) => (part === 'mod' ? (isMac ? '⌘' : 'Ctrl') : part.charAt(0).toUpperCase() + part.slice(1)))
    .join(' + ')
}
