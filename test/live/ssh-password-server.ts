import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createConnection } from 'node:net'
import ssh, { type AuthContext, type Connection } from 'ssh2'

/**
 * An SSH server that takes one password, and connects to what it is asked for. OpenSSH would need an account of the
 * machine. `floods`: from the first connection on, it sends nothing but keepalive requests.
 */
export async function passwordServer(
  way: 'password' | 'keyboard-interactive',
  password: string,
  floods = false,
): Promise<{ port: number; fingerprint: string; stop(): Promise<void> }> {
  const { private: key, public: hostKey } = ssh.utils.generateKeyPairSync('ed25519')
  const clients = new Set<Connection>()
  const server = new ssh.Server({ hostKeys: [key] }, (client) => {
    clients.add(client)
    client.on('error', () => {})
    client.on('authentication', (context) => answer(context, way, password))
    client.on('tcpip', (accept, reject, { destIP, destPort }) => {
      if (floods) {
        accept()
        flood(client)
        return
      }
      const socket = createConnection(destPort, destIP)
      socket.on('error', () => {})
      socket.once('connect', () => {
        const channel = accept()
        channel.pipe(socket).pipe(channel)
      })
      socket.once('error', () => reject())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bytes = Buffer.from(hostKey.split(' ')[1] ?? '', 'base64')
  return {
    port: (server.address() as AddressInfo).port,
    fingerprint: `SHA256:${createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '')}`,
    async stop() {
      for (const client of clients) client.end()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** As fast as the other end reads, until it ends the connection. */
function flood(client: Connection): void {
  const { _protocol, _sock } = client as unknown as {
    _protocol: { ping(): void }
    _sock: import('node:net').Socket
  }
  const more = () => {
    if (_sock.destroyed) return
    for (let count = 0; count < 500; count++) _protocol.ping()
    if (_sock.writableLength > 1_000_000) _sock.once('drain', more)
    else setImmediate(more)
  }
  more()
}

function answer(context: AuthContext, way: string, password: string): void {
  if (context.method !== way) {
    context.reject([way as 'password'])
  } else if (context.method === 'password') {
    if (context.password === password) context.accept()
    else context.reject()
  } else if (context.method === 'keyboard-interactive') {
    context.prompt([{ prompt: 'Password: ', echo: false }], ([given]) => {
      if (given === password) context.accept()
      else context.reject()
    })
  }
}
