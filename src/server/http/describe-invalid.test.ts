import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, it } from 'vitest'
import { createAlert } from '#shared/alerts/alerts-api.ts'
import { listDeliveries } from '#shared/deliveries/deliveries-api.ts'
import { describeInvalid } from './describe-invalid.ts'

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const schema = Type.Object({
  some: Type.Optional(Type.Union([Type.Number(), Type.String({ maxLength: 5 }), Type.Boolean()])),
  state: Type.Optional(Type.Union([Type.Literal('on'), Type.Literal('off'), Type.Literal('broken')])),
  word: Type.Optional(Type.Enum(['x', 'y'])),
  only: Type.Optional(Type.Literal('true')),
  rearm: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 9 }))),
  way: Type.Optional(Nullable(Type.Union([Type.Literal('a'), Type.Integer()]))),
  text: Type.Optional(Type.String({ maxLength: 5 })),
  filled: Type.Optional(Type.String({ pattern: '\\S' })),
  list: Type.Optional(Type.Array(Type.Object({ id: Type.Integer() }), { maxItems: 1 })),
  strict: Type.Optional(Type.Object({ a: Type.Integer() }, { additionalProperties: false })),
  either: Type.Optional(
    Nullable(Type.Object({ z: Nullable(Type.Literal('q')), y: Type.Optional(Type.Integer()) })),
  ),
  'a/b': Type.Optional(Nullable(Type.Boolean())),
})

it.each([
  [{ some: 'far too long' }, 'some: must not have more than 5 characters.'],
  [{ some: {} }, 'some: must be one of number, string of at most 5 characters, boolean.'],
  [{ state: 'lost' }, 'state: must be one of on, off, broken.'],
  [{ word: 'z' }, 'word: must be x or y.'],
  [{ only: 'false' }, 'only: must be true.'],
  [{ rearm: 'x' }, 'rearm: must be integer or null.'],
  [{ rearm: 10 }, 'rearm: must be <= 9.'],
  [{ way: 'b' }, 'way: must be one of a, integer, null.'],
  [{ filled: ' ' }, 'filled: must not be blank.'],
  [{ text: 5 }, 'text: must be string.'],
  [{ text: 'far too long' }, 'text: must not have more than 5 characters.'],
  [{ list: [{ id: 1 }, { id: 2 }] }, 'list: must not have more than 1 items.'],
  [{ list: [{ id: '1' }] }, 'list.0.id: must be integer.'],
  [{ list: [{}] }, 'list.0.id: this field is required.'],
  [{ strict: { a: 1, b: 2 } }, 'strict.b: this field is not known.'],
  [{ either: 5 }, 'either: must be object or null.'],
  [{ either: {} }, 'either.z: this field is required.'],
  [{ either: { z: 'p' } }, 'either.z: must be q or null.'],
  [{ either: { z: null, y: 1.5 } }, 'either.y: must be integer.'],
  [{ 'a/b': 5 }, 'a/b: must be boolean or null.'],
])('%j', (value, reason) => {
  const described = describeInvalid(schema, Compile(schema).Errors(value))
  expect({ ...described, reason: String(described.reason) }).toEqual({
    reason,
    field: reason.slice(0, reason.indexOf(':')),
  })
})

it('describes the fields of alerts and deliveries', () => {
  const alert = { name: '', query_id: 1, options: { value: 'x'.repeat(1001) } }
  expect(String(describeInvalid(createAlert.body, Compile(createAlert.body).Errors(alert)).reason)).toBe(
    'options.value: must not have more than 1000 characters.',
  )
  const asked = { state: 'x' }
  expect(
    String(describeInvalid(listDeliveries.query, Compile(listDeliveries.query).Errors(asked)).reason),
  ).toBe('state: must be one of queued, sent, superseded, failed, given_up.')
})
