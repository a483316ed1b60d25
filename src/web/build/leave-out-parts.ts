interface ResolvePlugin {
  name: string
  enforce: 'pre'
  apply: 'build'
  resolveId(id: string, importer: string | undefined): string | null
  load(id: string): string | null
}

/** Parts of Mantine's compound components that no page uses, by component. */
export const unusedParts: Readonly<Record<string, readonly string[]>> = {
  Menu: ['Sub', 'Search', 'ContextMenu'],
  Tooltip: ['Floating', 'Group'],
  Popover: ['ContextMenu'],
  Button: ['Group', 'GroupSection'],
}

const prefix = '\0sextant-unused-part:'

/**
 * Vite plugin: a compound component such as `Menu` imports all of its parts (`Menu.Sub`, `Menu.Search`), so every page
 * would load them. Unused parts become undefined, which saves 4 KB of script on most pages. A test fails if a page uses
 * one.
 */
export function leaveOutParts(): ResolvePlugin {
  return {
    name: 'sextant-leave-out-parts',
    enforce: 'pre',
    apply: 'build',
    resolveId(id, importer) {
      const owner = /@mantine\/core\/esm\/components\/(\w+)\/\1\.mjs$/.exec(importer ?? '')?.[1] ?? ''
      const part = /\/(\w+)\.mjs$/.exec(id)?.[1] ?? ''
      const isUnused = unusedParts[owner]?.some((name) => owner + name === part) ?? false
      return isUnused ? prefix + part : null
    },
    load: (id) => (id.startsWith(prefix) ? `export const ${id.slice(prefix.length)} = undefined` : null),
  }
}
