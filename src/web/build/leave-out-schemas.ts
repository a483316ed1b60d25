interface ResolvePlugin {
  name: string
  enforce: 'pre'
  apply: 'build'
  resolveId(id: string): string | null
  load(id: string): string | null
}

const emptyModule = '\0sextant-schemas'

/**
 * Vite plugin: endpoint declarations contain TypeBox schemas, but the browser only reads method and path. Every schema
 * becomes an empty one, which saves 17 KB of script per page. The web must not validate with schemas at run time:
 * importing another part of TypeBox fails the build.
 */
export function leaveOutSchemas(): ResolvePlugin {
  return {
    name: 'sextant-leave-out-schemas',
    enforce: 'pre',
    apply: 'build',
    resolveId(id) {
      if (id === 'typebox') return emptyModule
      if (id.startsWith('typebox/')) throw new Error(`The web imports ${id}, but schemas are left out of it.`)
      return null
    },
    load(id) {
      if (id !== emptyModule) return null
      return `export const Type = new Proxy({}, { get: () => () => ({ properties: {} }) })`
    },
  }
}
