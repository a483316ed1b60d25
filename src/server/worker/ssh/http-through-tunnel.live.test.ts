import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clickhouse } from '#connectors/clickhouse/clickhouse-connector.ts'
import type { Connector } from '#connectors/connector.ts'
import { createServerFetch, readConfig } from '#server/kernel/index.ts'
import { makeTestCertificate, type TestCertificate } from '#test/live/certificates.ts'
import { startSshd, type TestSshd } from '#test/live/sshd.ts'
import { freePort } from '#test/test-postgres.ts'
import { createSourceAccess } from '../source-access.ts'
import { createSshTunnels, type SshTunnels } from './ssh-tunnels.ts'

let certificate: TestCertificate
let sshd: TestSshd
let tunnels: SshTunnels
const servers: Server[] = []
const signal = AbortSignal.timeout(60_000)
const long = 'x'.repeat(5_000_000)

beforeAll(async () => {
  certificate = await makeTestCertificate()
  sshd = await startSshd()
  tunnels = createSshTunnels()
})
afterAll(async () => {
  tunnels.close()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await sshd.stop()
  await certificate.remove()
})

async function portOf(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function fetchThroughTunnel() {
  return createServerFetch({ version: 'test', tunnel: tunnels.of(sshOptions()) })
}

const sshOptions = () => ({
  ssh_tunnel: {
    ssh_host: '127.0.0.1',
    ssh_port: sshd.port,
    ssh_username: sshd.user,
    ssh_keyFile: Buffer.from(sshd.key).toString('base64'),
    ssh_host_key: sshd.fingerprint,
  },
})

it('long answers come through, one after the other', async () => {
  const port = await portOf(createServer((_, reply) => reply.end(long)))
  const fetch = fetchThroughTunnel()
  for (let count = 0; count < 3; count++) {
    const reply = await fetch(`http://localhost:${port}/`, { method: 'POST', body: 'select 1' }, signal)
    expect((await reply.text()).length).toBe(long.length)
  }
})

it('TLS is between Sextant and the server, which has to be the right one', async () => {
  const options = { key: certificate.key, cert: certificate.certificate }
  const port = await portOf(createTlsServer(options, (_, reply) => reply.end(long)))
  const fetch = fetchThroughTunnel()
  const url = `https://localhost:${port}/`
  expect((await (await fetch(url, { verify: false }, signal)).text()).length).toBe(long.length)
  expect((await (await fetch(url, { tls: { ca: certificate.certificate } }, signal)).text()).length).toBe(
    long.length,
  )
  await expect(fetch(url, {}, signal)).rejects.toThrow(/self-signed|certificate/)
})

it('says where it ends when nothing is there', async () => {
  await expect(fetchThroughTunnel()(`http://localhost:${await freePort()}/`, {}, signal)).rejects.toThrow(
    /SSH tunnel: .*cannot connect to localhost/,
  )
})

it('sessions of one data source share the connections that are kept open', async () => {
  const clients = new Set<unknown>()
  const reader: Connector = {
    ...clickhouse,
    open: async (_, host) => {
      clients.add(host.fetchServer)
      return { ping: async () => {}, tables: async () => null, run: async () => {}, close: async () => {} }
    },
  }
  const access = createSourceAccess(readConfig({}))
  const elsewhere = { ssh_tunnel: { ...sshOptions().ssh_tunnel, ssh_port: 1 } }
  for (const options of [sshOptions(), sshOptions(), elsewhere])
    await access.open(reader, options, { signal, isFresh: true })
  await access.close()
  expect(clients.size).toBe(2)
})
