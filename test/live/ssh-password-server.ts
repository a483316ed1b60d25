import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createConnection } from 'node:net'
import ssh, { type AuthContext, type Connection } from 'ssh2'

/** An SSH server that takes one password, and connects to what it is asked for. OpenSSH would need an account of the machine. */
export async function passwordServer(
  way: 'password' | 'keyboard-interactive',
  password: string,
): Promise<{ port: number; fingerprint: string; stop(): Promise<void> }> {
  const { private: key, public: hostKey } = ssh.utils.generateKeyPairSync('ed25519')
  const clients = new Set<Connection>()
  const server = new ssh.Server({ hostKeys: [key] }, (client) => {
    clients.add(client)
    client.on('error', () => {})
    client.on('authentication', (context) => answer(context, way, password))
    client.on('tcpip', (accept, reject, { destIP, destPort }) => {
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
