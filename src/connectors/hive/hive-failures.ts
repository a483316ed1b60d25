import { Cancelled, ConnectionFailed, QueryFailed, TimedOut } from '../connector-errors.ts'
import { networkFailure } from '../network-failure.ts'
import { WireFault } from '../wire-fault.ts'
import { readableMessage } from './hive-calls.ts'
import type { HiveOptions } from './hive-options.ts'
import { LoginRefused } from './hive-transport.ts'
import { ThriftException } from './thrift-codec.ts'

/** What went wrong while connecting, as a sentence with the address. */
export function connectionFailure(error: unknown, options: HiveOptions): ConnectionFailed {
  if (error instanceof ConnectionFailed) return error
  const { where, product, transport } = options
  const isLate = error instanceof Cancelled || (error instanceof Error && error.name === 'TimeoutError')
  if (isLate)
    return new ConnectionFailed(`${where} did not answer in time. Is it a server of ${product}?`, error)
  const known = networkFailure(error, where)
  if (known !== null) return known
  const message = readableMessage(error instanceof Error ? error.message : String(error))
  if (error instanceof LoginRefused)
    return new ConnectionFailed(`${product} at ${where} refused the user name or password: ${message}`, error)
  if (error instanceof QueryFailed || error instanceof ThriftException)
    return new ConnectionFailed(`${product} at ${where}: ${message}`, error)
  const hint =
    transport.kind === 'http' ? 'and HTTP Path' : 'and its mode (binary or HTTP, with or without TLS)'
  return new ConnectionFailed(
    `Connection to ${where} failed: ${message} Check the port of the server ${hint}.`,
    error,
  )
}

export function queryFailure(error: unknown): Error {
  const isTold = [QueryFailed, ConnectionFailed, Cancelled, TimedOut].some((kind) => error instanceof kind)
  if (isTold) return error as Error
  if (error instanceof WireFault || error instanceof ThriftException)
    return new QueryFailed(readableMessage(error.message), { cause: error })
  return new QueryFailed('The connection to the server was lost during the query. Please retry.', {
    cause: error,
  })
}
