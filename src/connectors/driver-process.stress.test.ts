import { expect, it } from 'vitest'
import type { ConnectorHost } from './connector.ts'
import { Cancelled, ConnectionFailed } from './connector-errors.ts'
import { failureOf } from './connector-stand.ts'
import { inDriverProcess } from './driver-process.ts'
import { recordingSink } from './recording-sink.ts'

const driver = inDriverProcess(new URL('./driver-child.test-support.ts', import.meta.url))
const host = { engineMemoryMb: 200, reportBackend() {} } as unknown as ConnectorHost

it('a driver that hangs is ended, and so is one that does not stop when it is told to', async () => {
  const [hung, deaf] = [
    await driver.open({}, host, AbortSignal.timeout(60_000)),
    await driver.open({}, host, AbortSignal.timeout(60_000)),
  ]
  const controller = new AbortController()
  const ignoring = failureOf(deaf.run('ignore', recordingSink(), controller.signal))
  const hanging = failureOf(hung.run('hang', recordingSink(), new AbortController().signal))
  controller.abort()
  expect(await ignoring).toBeInstanceOf(Cancelled)
  const failure = await hanging
  expect(failure).toBeInstanceOf(ConnectionFailed)
  expect((failure as Error).message).toMatch(/has been stuck for 40 seconds/)
  await Promise.all([hung.close(), deaf.close()])
})
