import { expect, it } from 'vitest'
import { networkOf } from './limit-rate.ts'

it.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::1', '0.0.0.0.0.0.0.0/64'],
  // text from a caller when more proxies are trusted than exist
  ['not an address', 'unknown'],
  ['x'.repeat(5000), 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('counts the addresses of one /64 together, and different /64s separately', () => {
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
})
