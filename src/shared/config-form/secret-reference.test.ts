import { describe, expect, it } from 'vitest'
import type { ConfigurationSchema } from './configuration-schema.ts'
import { readReference, referenceFault, resolveReferences, withReferences } from './secret-reference.ts'
import { withSshTunnel } from './ssh-tunnel.ts'

const schema = withSshTunnel({
  type: 'object',
  properties: { host: { type: 'string' }, password: { type: 'string' } },
  secret: ['password'],
} satisfies ConfigurationSchema)

describe('a reference', () => {
  it.each([
    ['${env:SEXTANT_SECRET_SALES}', { kind: 'env', name: 'SEXTANT_SECRET_SALES' }],
    [' ${file:sales.pem}\n', { kind: 'file', name: 'sales.pem' }],
    ['${env:SEXTANT_SECRET_KEYCLOAK}', { kind: 'env', name: 'SEXTANT_SECRET_KEYCLOAK' }],
    ['a password', null],
    ['pre${env:SEXTANT_SECRET_A}', null],
    ['${other:x}', null],
    [5, null],
    [undefined, null],
  ])('%j', (value, reference) => {
    expect(readReference(value)).toEqual(reference)
  })

  it.each([
    '${env:HOME}',
    '${env:SEXTANT_SECRET_KEY}',
    '${env:SEXTANT_SECRET_KEY_OLD}',
    '${env:SEXTANT_SECRET_}',
    '${env:SEXTANT_SECRET_A B}',
    '${env:}',
    '${file:}',
    '${file:../secret-key}',
    '${file:/etc/passwd}',
    '${file:a/b}',
    '${file:a\\b}',
    '${file:.hidden}',
    '${file:..}',
  ])('that reads nothing else: %s', (password) => {
    expect(referenceFault(schema, { password })).toMatchObject({ field: 'password' })
    const ssh_tunnel = { ssh_passphrase: password }
    expect(referenceFault(schema, { ssh_tunnel })).toMatchObject({ field: 'ssh_tunnel.ssh_passphrase' })
    expect(referenceFault(schema, { host: password })).toBeNull()
  })
})

it('is shown, unlike a secret', () => {
  const stored = { password: '${file:a}', host: 'h', ssh_tunnel: { ssh_password: 'x', ssh_host: 'b' } }
  const masked = {
    ...stored,
    password: '--------',
    ssh_tunnel: { ...stored.ssh_tunnel, ssh_password: '--------' },
  }
  expect(withReferences(schema, masked, stored)).toEqual({ ...masked, password: '${file:a}' })
})

it('is resolved in secrets alone, and its failure names the option', async () => {
  const options = {
    host: '${file:a}',
    password: '${file:a}',
    ssh_tunnel: { ssh_password: '${env:SEXTANT_SECRET_B}' },
  }
  const read = async ({ name }: { name: string }) =>
    name === 'a' ? { secret: 'from a' } : { fault: `nothing called ${name}.` }
  const resolve = (given: typeof options | { password: string }) =>
    resolveReferences(schema, given, read, (message) => new Error(message))
  await expect(resolve(options)).rejects.toThrow('SSH Tunnel: Password: nothing called SEXTANT_SECRET_B.')
  expect(await resolve({ ...options, ssh_tunnel: { ssh_password: 'x' } })).toEqual({
    ...{ host: '${file:a}', password: 'from a', ssh_tunnel: { ssh_password: 'x' } },
  })
  await expect(resolve({ password: '${env:HOME}' })).rejects.toThrow(
    /^Password: the environment variable must/,
  )
})
