import type { TSchema } from 'typebox'

const deepNest = (depth: number): unknown => {
  let value: unknown = 'bottom'
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { nested: value }
  return value
}

/** Replacements for every field of every body: name of the value -> value. */
export const hostileValues: Readonly<Record<string, unknown>> = {
  'an object': { $gt: '' },
  'an empty object': {},
  'an array': ['x', 1],
  'an empty array': [],
  'a number': 1.5,
  'a huge number': 1e308,
  'a negative number': -1,
  'a number beyond 64 bits': 2 ** 70,
  null: null,
  true: true,
  'an empty string': '',
  'a string with NUL': 'a\0b',
  'a lone surrogate': '\ud800',
  'a huge string': 'x'.repeat(2_000_000),
  'a quote': `'"\`;--\\`,
  'a deep nest': deepNest(50),
  'a bottomless nest': deepNest(1000),
  'an object with a prototype': { constructor: { name: 'x' }, toString: 'x', hasOwnProperty: 1 },
}

/** Replacements for path segments and query arguments, already encoded. */
export const hostileTexts: readonly string[] = [
  ...[
    'abc',
    '-1',
    '0',
    '1.5',
    '1e9',
    '2147483648',
    '99999999999999999999',
    'NaN',
    'null',
    'undefined',
    'true',
  ],
  ...[
    '%00',
    '1%00',
    '%0a',
    "'",
    '%22%3b--',
    '..%2f..%2fetc',
    '%2e%2e%2fx',
    '[object%20Object]',
    '__proto__',
    'constructor',
  ],
  ...['%F0%9F%92%A9', '%ED%A0%80', 'x'.repeat(400)],
]

/** A minimal valid value: the base in which one field is made wrong. */
export function sample(schema: TSchema): unknown {
  const known = schema as {
    type?: string
    const?: unknown
    anyOf?: TSchema[]
    minimum?: number
    minLength?: number
    format?: string
    properties?: Record<string, TSchema>
    required?: string[]
  }
  if ('const' in known) return known.const
  if (known.anyOf?.[0] !== undefined) return sample(known.anyOf[0])
  switch (known.type) {
    case 'integer':
    case 'number':
      return known.minimum ?? 1
    case 'string':
      return known.format === 'uuid'
        ? '00000000-0000-4000-8000-000000000000'
        : 'x'.repeat(known.minLength ?? 1)
    case 'boolean':
      return true
    case 'array':
      return []
    case 'null':
      return null
    case 'object':
      return Object.fromEntries(
        Object.entries(known.properties ?? {})
          .filter(([key]) => known.required?.includes(key))
          .map(([key, field]) => [key, sample(field)]),
      )
    default:
      return 'x'
  }
}

interface Field {
  path: string[]
  /** the schema of the whole body, for objects on the path to the field */
  body: TSchema
}

/** Every field of an object schema, including nested ones: `limits`, `limits.max_rows`. */
export function listFields(body: TSchema): Field[] {
  const walk = (schema: TSchema, above: string[]): Field[] =>
    Object.entries(propertiesOf(schema)).flatMap(([key, field]) => [
      { path: [...above, key], body },
      ...walk(field, [...above, key]),
    ])
  const items = itemsOf(body)
  return items === null ? walk(body, []) : [{ path: ['0'], body }, ...walk(items, ['0'])]
}

/** The schema of the items if the body is a list; null for other bodies. */
function itemsOf(body: TSchema): TSchema | null {
  const { type, items } = body as { type?: string; items?: TSchema }
  return type === 'array' && items !== undefined ? items : null
}

/** The fields of the object, or of the first object in a union. */
function propertiesOf(schema: TSchema): Record<string, TSchema> {
  const known = schema as { properties?: Record<string, TSchema>; anyOf?: TSchema[] }
  if (known.properties !== undefined) return known.properties
  return (known.anyOf ?? []).map(propertiesOf).find((properties) => Object.keys(properties).length > 0) ?? {}
}

/** A copy of the base with one field replaced; missing objects on the path are created. */
export function replaceField(ground: unknown, field: Field, value: unknown): Record<string, unknown> {
  const [key = '', ...rest] = field.path
  const copy = copyOf(ground)
  if (rest.length === 0) return Object.assign(copy, { [key]: value })
  const schema = itemsOf(field.body) ?? (propertiesOf(field.body)[key] as TSchema)
  const inner = copy[key] ?? sample(schema)
  return Object.assign(copy, { [key]: replaceField(inner, { path: rest, body: schema }, value) })
}

function copyOf(ground: unknown): Record<string, unknown> {
  if (typeof ground !== 'object' || ground === null) return {}
  const copy: Record<string, unknown> = { ...ground }
  return Array.isArray(ground) ? Object.assign([], copy) : copy
}
