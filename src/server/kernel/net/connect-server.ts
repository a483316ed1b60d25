import { lookup } from 'node:dns'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { ConnectionFailed } from '#connectors/connector-errors.ts'
import { describeCause } from './describe-cause.ts'
import { allButMetadata, guardedLookup } from './outbound-addresses.ts'

/**
 * A connection to a server that an admin chose: its address may be private, but not that of a cloud's metadata service.
 * It connects to exactly the address that was checked. Throws ConnectionFailed.
 */
export async function connectServer(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  if (isIP(host) !== 0 && !allButMetadata.mayConnect(host, host))
    throw new ConnectionFailed(allButMetadata.refusal)
  const socket = connect({ host, port, lookup: guardedLookup(lookup, allButMetadata) })
  try {
    await once(socket, 'connect', { signal })
  } catch (error) {
    socket.destroy()
    if (error instanceof ConnectionFailed) throw error
    throw new ConnectionFailed(`${host}:${port} cannot be reached: ${describeCause(error)}`, error)
  }
  return socket
}
