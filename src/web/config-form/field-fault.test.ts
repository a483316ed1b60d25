import { expect, it } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { fieldFault } from './field-fault.ts'

const refusal = (message: string, body: unknown) => new ApiError(400, 'x', message, body)

it.each([
  ['URL (options.url): must be an address.', 'options.url', 'Must be an address.'],
  ['options.url: no value is stored.', 'options.url', 'No value is stored.'],
  ['name: this field is required.', 'name', 'This field is required.'],
  ['A destination with the name "a: b" exists.', 'name', 'A destination with the name "a: b" exists.'],
])('%s is about %s', (message, field, said) => {
  expect(fieldFault(refusal(message, { field }))).toEqual({ field, message: said })
})

it('is null if no field is named', () => {
  for (const error of [refusal('no', { message: 'no' }), refusal('no', 'no'), new Error('no'), null]) {
    expect(fieldFault(error)).toBeNull()
  }
})
