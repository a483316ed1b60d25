import { expect, it } from 'vitest'
import { passwordFaults } from './password-faults.ts'

const required = 'This field is required.'
const tooShort = 'This field is too short.'

it.each([
  [
    { current: '', next: '', repeated: '' },
    { current: required, next: required, repeated: required },
  ],
  [
    { current: 'x', next: '12345', repeated: '12345' },
    { next: tooShort, repeated: tooShort },
  ],
  [{ current: 'x', next: '123456', repeated: '1234567' }, { repeated: "Passwords don't match" }],
  [{ current: 'x', next: '123456', repeated: '123456' }, {}],
])('%j', (change, faults) => {
  expect(passwordFaults(change)).toEqual(faults)
})
