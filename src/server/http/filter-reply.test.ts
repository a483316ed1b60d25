import { Type } from 'typebox'
import { Clean, Clone } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { JsonObject, Nullable } from '#shared/http/schemas.ts'
import { allEndpoints } from '../../../test/house-rules/all-endpoints.ts'
import { sample } from '../../../test/house-rules/hostile-values.ts'
import { filterReply } from './filter-reply.ts'

const options = { parameters: [{ name: 'p', secret: 1 }], deep: { a: [1, { b: null }] } }
const Item = Type.Object({ id: Type.Integer(), options: JsonObject, name: Type.Optional(Type.String()) })

describe('a reply', () => {
  it('has only declared fields, at every depth', () => {
    const schema = Type.Object({ items: Type.Array(Item), one: Nullable(Item), text: Type.String() })
    const item = { id: 1, options, password: 'x' }
    const answer = { items: [item, item], one: item, text: 'a', token: 'x' }
    const kept = { id: 1, options }
    expect(filterReply(schema, answer)).toEqual({ items: [kept, kept], one: kept, text: 'a' })
    expect(filterReply(schema, { ...answer, one: null })).toMatchObject({ one: null })
    expect(answer.items[0]).toHaveProperty('password')
  })

  it('shares its free-form parts with the answer instead of copying them', () => {
    const filtered = filterReply(Type.Array(Item), [{ id: 1, options }]) as { options: unknown }[]
    expect(filtered[0]?.options).toBe(options)
  })

  it('has the fields of the variant that it is', () => {
    const schema = Type.Union([Type.Object({ a: Type.Integer() }), Type.Object({ b: Type.Integer() })])
    expect(filterReply(schema, { b: 1, c: 2 })).toEqual({ b: 1 })
  })

  it('never has a field of the prototype', () => {
    expect(filterReply(Type.Object({ a: Type.Integer() }), { a: 1, constructor: 2 })).toEqual({ a: 1 })
  })
})

/** A value of the schema, with a field that it does not declare in every object. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withMore(field)])),
    'not declared': 1,
  }
}

it.each((await allEndpoints()).filter(({ endpoint }) => endpoint.reply !== undefined))(
  '$name: is filtered as by the library',
  ({ endpoint }) => {
    for (const value of [sample(endpoint.reply), [sample(endpoint.reply)], null, 'text', 5]) {
      const answer = withMore(value)
      expect(filterReply(endpoint.reply, answer)).toEqual(Clean(endpoint.reply, Clone(answer)))
    }
  },
)
