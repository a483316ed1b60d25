import { afterAll, beforeAll, expect, it } from 'vitest'
import { motoEnvironment, startMoto } from '#test/engines/moto.ts'
import { type RunningEngine, withEngine } from '#test/engines/start-engine.ts'

const environment = await motoEnvironment()

withEngine('moto 5.2', [typeof environment === 'string' && environment], () => {
  let server: RunningEngine
  beforeAll(async () => {
    if (typeof environment !== 'string') server = await startMoto(environment)
  })
  afterAll(() => server?.stop())

  it('asks for a known action', async () => {
    const reply = await fetch(server.url, { method: 'POST', body: new URLSearchParams({ Action: 'None' }) })
    expect(reply.status).toBeGreaterThanOrEqual(400)
  })
})
