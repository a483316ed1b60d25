import type { AddressInfo } from 'node:net'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replacePassword } from '#server/identity/account-links/use-account-link.ts'
import { deriveSecrets } from '#server/kernel/net/secrets.ts'
import type { Db } from '#server/kernel/index.ts'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { createUser, type TestUser } from '#test/factories.ts'
import { renewKey } from '../users/api-key.ts'
import { endSessions } from './user-sessions.ts'

let app: AppUnderTest
let port = 0
beforeAll(async () => {
  app = await appUnderTest({ config: { loginsPerHour: 1000 } })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as AddressInfo).port
})
afterAll(() => app?.close())
