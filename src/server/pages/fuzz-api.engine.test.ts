import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { fuzz, schemathesisEnvironment } from '#test/engines/schemathesis.ts'
import { withEngine } from '#test/engines/start-engine.ts'
import { createWorld } from '#test/house-rules/matrix-world.ts'

const environment = await schemathesisEnvironment()

withEngine('Schemathesis', [typeof environment === 'string' && environment], () => {
  let app: AppUnderTest
  let url: string
  let worker: NodeJS.Timeout
  beforeAll(async () => {
    app = await appUnderTest({ config: { loginsPerHour: 1_000_000 } })
    url = await app.app.listen({ host: '127.0.0.1', port: 0 })
    for (let times = 0; times < 3; times++) await createWorld(app)
    // as a worker would: what waits for one must not wait for its whole time
    worker = setInterval(() => void app.context.pool.query('update option_tests set is_done = true'), 100)
  })
  afterAll(async () => {
    clearInterval(worker)
    await app.close()
  })

  it('finds no 500 and no answer that openapi.json does not describe', async () => {
    const { findings, operations, statuses, output } = await fuzz(environment, {
      url: `${url}/api/openapi.json`,
      key: app.admin.api_key,
      seconds: 45,
    })
    expect(findings, output).toEqual([])
    expect(operations).toBeGreaterThan(50)
    // it is let in, and gets further than the checks of its input
    expect(statuses[200]).toBeGreaterThan(100)
    expect(statuses[400]).toBeGreaterThan(50)
  })
})
