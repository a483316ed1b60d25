import { type Phrase, phrase } from '../messages/phrase.ts'
import type { ConfigurationSchema } from './configuration-schema.ts'
import type { Options } from './option-groups.ts'

/** Stored under `ssh_tunnel` (docs/reference/connectors.md#ssh-tunnel). Files are base64. */
export interface SshTunnelOptions {
  ssh_host: string
  ssh_port: number
  ssh_username: string
  ssh_password: string
  ssh_keyFile: string
  ssh_passphrase: string
  /** fingerprints or public keys, separated by spaces or lines; one of them must be the server's */
  ssh_host_key: string
}

const place = ['ssh_tunnel.ssh_host', 'ssh_tunnel.ssh_port']
const secrets = ['ssh_tunnel.ssh_password', 'ssh_tunnel.ssh_keyFile', 'ssh_tunnel.ssh_passphrase']

const properties: ConfigurationSchema['properties'] = {
  'ssh_tunnel.ssh_host': { type: 'string', title: 'SSH Tunnel: Host' },
  'ssh_tunnel.ssh_port': { type: 'number', default: 22, title: 'SSH Tunnel: Port' },
  'ssh_tunnel.ssh_username': { type: 'string', title: 'SSH Tunnel: User' },
  'ssh_tunnel.ssh_password': { type: 'string', title: 'SSH Tunnel: Password' },
  'ssh_tunnel.ssh_keyFile': { type: 'string', title: 'SSH Tunnel: Private Key' },
  'ssh_tunnel.ssh_passphrase': { type: 'string', title: 'SSH Tunnel: Passphrase of the Key' },
  'ssh_tunnel.ssh_host_key': { type: 'string', title: 'SSH Tunnel: Host Key (fingerprint)' },
}

/**
 * The schema of a type with the options of its tunnel. The secrets of the type are asked again when another server would
 * forward them.
 */
export function withSshTunnel(schema: ConfigurationSchema): ConfigurationSchema {
  const sentTo = Object.entries(schema.sent_to ?? {}).map(([secret, names]) => [secret, [...names, ...place]])
  return {
    ...schema,
    properties: { ...schema.properties, ...properties },
    secret: [...(schema.secret ?? []), ...secrets],
    extra_options: [...(schema.extra_options ?? []), ...Object.keys(properties)],
    sent_to: Object.fromEntries([...sentTo, ...secrets.map((secret) => [secret, place])]),
  }
}

/** The options of the tunnel, or what is wrong with them; null: there is none. */
export function readSshTunnel(options: Options): SshTunnelOptions | Phrase | null {
  const given = options['ssh_tunnel'] as Readonly<Record<string, unknown>> | null | undefined
  const text = (name: string) => String(given?.[name] ?? '').trim()
  if (given === undefined || given === null) return null
  // a form sends what is in it, also when a tunnel was removed by emptying its fields
  if (Object.keys(given).every((name) => name === 'ssh_port' || text(name) === '')) return null
  const port = text('ssh_port') === '' ? 22 : Number(text('ssh_port'))
  const tunnel: SshTunnelOptions = {
    ssh_host: text('ssh_host'),
    ssh_port: port,
    ssh_username: text('ssh_username'),
    ssh_password: String(given['ssh_password'] ?? ''),
    ssh_keyFile: text('ssh_keyFile'),
    ssh_passphrase: String(given['ssh_passphrase'] ?? ''),
    ssh_host_key: text('ssh_host_key'),
  }
  if (tunnel.ssh_host === '') return phrase('SSH tunnel: Host is required.')
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    return phrase('SSH tunnel: Port must be a number from 1 to 65535.')
  }
  if (tunnel.ssh_username === '') return phrase('SSH tunnel: User is required.')
  if (tunnel.ssh_password === '' && tunnel.ssh_keyFile === '') {
    return phrase('SSH tunnel: a password or a private key is required.')
  }
  return tunnel
}
