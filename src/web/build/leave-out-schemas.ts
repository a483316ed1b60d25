interface ResolvePlugin {
  name: string
  enforce: 'pre'
  apply: 'build'
  resolveId(id: string): string | null
  load(id: string): string | null
  transform(code: string, id: string): { code: string; map: null } | null
}

const emptyModule = '\0sextant-schemas'

/**
 * Vite plugin: endpoint declarations contain TypeBox schemas, but the browser only reads method and path. Every schema
 * becomes an empty one, which saves 17 KB of script per page. The web must not validate with schemas at run time:
 * importing another part of TypeBox fails the build. What else only the server reads of a declaration is left out too.
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
    transform(code, id) {
      if (!/[\\/]src[\\/]shared[\\/].*-api\.ts$/.test(id)) return null
      return { code: withoutServerFields(code), map: null }
    },
  }
}

/** The fields of a declaration, as the formatter writes them: two spaces, and lists of texts. */
const serverFields =
  /^ {2}(?:access|errors|replyMedia|replyStatus|bodyMedia|bodyOptional|unknownKeys|acceptsQueryKey|acceptsDashboardToken): (?:\[[^[\]]*\]|[^\n{}()[\]]+),\n/gm

/** The text of a module of declarations without what the browser does not read. */
export function withoutServerFields(code: string): string {
  return code.replace(serverFields, '')
}
