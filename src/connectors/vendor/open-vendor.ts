import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import type { ConnectorHost, Session } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { openEngineProcess } from '../engine-process.ts'
import { requirePackage } from '../optional-package.ts'
import type { VendorOptions, VendorSubject } from './vendor-options.ts'

/**
 * A session over a vendor's package, in a process of its own: native code of others may crash, or wait for a server in
 * threads that the worker needs. Stopping a run stops the process, and the server ends what runs for a lost connection.
 */
export async function openVendor(
  program: { child: URL; name: string },
  given: VendorOptions | Phrase,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Session> {
  if (isPhrase(given)) throw new ConnectionFailed(String(given))
  const folder = requirePackage(program.name, host.driversFolder)
  const subject: VendorSubject = { folder, options: given }
  return await openEngineProcess(
    {
      child: program.child,
      ...{ path: ':memory:', packages: [], isNative: true, vendorFolder: folder },
      ...{ subject: JSON.stringify(subject), host },
    },
    signal,
  )
}
