import { expect, it } from 'vitest'
import { isEmail } from '../users/email-address.ts'
import { faultsOfSetUp } from './set-up-form.ts'

const good = { name: 'Ada', email: 'ada@example.com', password: 'kupferkessel', org_name: 'Engines' }

it('accepts a complete form', () => {
  expect(faultsOfSetUp(good)).toEqual({})
})

it("names every fault in Redash's wording", () => {
  const faults = faultsOfSetUp({ name: ' ', email: 'ada', password: '12345', org_name: '' })
  expect(Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, String(fault)]))).toEqual({
    name: 'This field is required.',
    email: 'Invalid email address.',
    password: 'Field must be at least 6 characters long.',
    org_name: 'This field is required.',
  })
})

it.each(['secret', 'P@ssw0rd', '123456', 'engines1'])('refuses the password %s', (password) => {
  expect(String(faultsOfSetUp({ ...good, password }).password)).toMatch(/among the first that are tried/)
})

it.each(['ada@example.com', 'a.b+c@x.y.z', "o'hara@example.com", 'admin@localhost', 'ö@müller.de'])(
  '%s is an email address',
  (text) => {
    expect(isEmail(text)).toBe(true)
  },
)

it.each([
  '',
  '@',
  'a@',
  '@b',
  'a b@c',
  'a@b@c',
  'a@b..c',
  'a@.b',
  'a@b.',
  '<a@b>',
  `${'a'.repeat(250)}@b.com`,
])('%j is none', (text) => {
  expect(isEmail(text)).toBe(false)
})
