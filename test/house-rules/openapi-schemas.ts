import type { TSchema } from 'typebox'

export type JsonSchema = Record<string, unknown>

/** Writes the schema of a declaration as JSON Schema; schemas with names become references to components. */
export function schemaWriter(named: ReadonlyMap<TSchema, string>): (schema: TSchema) => JsonSchema {
  const write = (schema: TSchema): JsonSchema => {
    const name = named.get(schema)
    return name === undefined ? written(schema, write) : { $ref: `#/components/schemas/${name}` }
  }
  return write
}

/** The components that these names stand for. Throws if one name stands for two schemas. */
export function componentsOf(
  named: ReadonlyMap<TSchema, string>,
  write: (schema: TSchema) => JsonSchema,
): Record<string, JsonSchema> {
  const components: Record<string, JsonSchema> = {}
  for (const [schema, name] of [...named].sort(([, a], [, b]) => (a < b ? -1 : 1))) {
    if (components[name] !== undefined) throw new Error(`src/shared exports two schemas called ${name}.`)
    components[name] = written(schema, write)
  }
  return components
}

function written(schema: TSchema, write: (schema: TSchema) => JsonSchema): JsonSchema {
  const result: JsonSchema = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key.startsWith('~') || key === 'additionalItems') continue
    if (key === 'properties') {
      const fields = Object.entries(value as Record<string, TSchema>)
      result[key] = Object.fromEntries(fields.map(([field, each]) => [field, write(each)]))
    } else if (key === 'patternProperties') {
      const [each] = Object.values(value as Record<string, TSchema>)
      result['additionalProperties'] = each === undefined ? true : write(each)
    } else if (Array.isArray(value) && key === 'items') {
      // a tuple: programs that read documents stumble over `prefixItems`
      result['items'] = { anyOf: value.map(write) }
      result['maxItems'] = value.length
    } else if (Array.isArray(value) && (key === 'anyOf' || key === 'allOf')) {
      result[key] = value.map(write)
    } else if (key === 'items' || (key === 'additionalProperties' && typeof value === 'object')) {
      result[key] = write(value as TSchema)
    } else {
      result[key] = value
    }
  }
  return result
}
