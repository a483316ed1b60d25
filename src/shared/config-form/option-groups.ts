import type { ConfigurationSchema } from './configuration-schema.ts'

/**
 * Options are stored in groups (`{ssh_tunnel: {ssh_host}}`). Schemas and forms name an option of a group with a dot
 * (`ssh_tunnel.ssh_host`).
 */
export type Options = Record<string, unknown>

/** One entry per option, named as in the schema. A group that is no object stays under its own name. */
export function flatOptions(schema: ConfigurationSchema, options: Options): Options {
  const groups = groupsOf(schema)
  const flat = Object.entries(options)
    .filter(([name]) => !name.includes('.'))
    .flatMap(([name, value]): [string, unknown][] =>
      groups.has(name) && isGroup(value)
        ? Object.entries(value).map(([key, each]) => [`${name}.${key}`, each])
        : [[name, value]],
    )
  return Object.fromEntries(flat)
}

/** The options as they are stored. */
export function groupedOptions(flat: Options): Options {
  const options: Options = {}
  for (const [name, value] of Object.entries(flat)) {
    const dot = name.indexOf('.')
    if (dot < 0) {
      options[name] = value
      continue
    }
    const group = name.slice(0, dot)
    options[group] = { ...(options[group] as Options | undefined), [name.slice(dot + 1)]: value }
  }
  return options
}

/** Names of the groups of the schema. */
export function groupsOf(schema: ConfigurationSchema): ReadonlySet<string> {
  const dotted = Object.keys(schema.properties).filter((name) => name.includes('.'))
  return new Set(dotted.map((name) => name.slice(0, name.indexOf('.'))))
}

function isGroup(value: unknown): value is Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
