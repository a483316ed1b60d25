const prefix = 'localOptions:'

/**
 * Settings that this browser remembers (docs/reference/screens.md#local-options). Without storage they are forgotten.
 */
export function readLocalOption(name: string): string | null {
  try {
    return window.localStorage.getItem(prefix + name)
  } catch {
    return null
  }
}

export function writeLocalOption(name: string, value: string): void {
  try {
    window.localStorage.setItem(prefix + name, value)
  } catch {
    // storage is full or forbidden: the choice lasts as long as the page
  }
}
