import { createServer } from 'node:net'
import { StartRefused } from '../start-refused.ts'

/** Checks that `host:port` is free right now. Throws StartRefused. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  try {
    await listenBriefly(host, port)
  } catch (error) {
    throw refusedToListen(error, host, port)
  }
}

/** A port of the loopback address that is free right now. */
export function anyFreePort(): Promise<number> {
  return listenBriefly('127.0.0.1', 0)
}

/** Turns an error of `listen` into a StartRefused; other errors are returned as they are. */
export function refusedToListen(error: unknown, host: string, port: number): unknown {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') {
    return new StartRefused(`Port ${port} of ${host} is in use by another program. Set PORT to a free one.`)
  }
  if (code === 'EACCES') {
    return new StartRefused(
      `Port ${port} of ${host} may not be used by this user. Set PORT to one above 1023.`,
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartRefused(`HOST: "${host}" is not an address of this machine.`)
  }
  return error
}

function listenBriefly(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address()
      const taken = typeof address === 'object' && address !== null ? address.port : port
      server.close(() => resolve(taken))
    })
  })
}
