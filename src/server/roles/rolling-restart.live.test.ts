import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { databaseUnderTest } from '#test/database-under-test.ts'
import { runSextant, type SextantProcess, until } from '#test/sextant-process.ts'
import { freePort } from '#test/test-postgres.ts'

interface Web {
  web: SextantProcess
  address: string
  /** requests that it has not answered yet */
  open: number
}

/** As docs/deploy/upgrades.md says: a new process, then the load balancer leaves the old one out, then SIGTERM. */
it('web processes are replaced one by one under load, and no request fails', {
  timeout: 120_000,
}, async () => {
  const database = await databaseUnderTest()
  const folder = mkdtempSync(join(tmpdir(), 'sextant-rolling-'))
  const all: Web[] = []
  onTestFinished(async () => {
    for (const { web } of all) web.child.kill('SIGKILL')
    await Promise.all(all.map(({ web }) => web.ended))
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  async function runWeb(): Promise<Web> {
    const port = String(await freePort())
    const web = runSextant('web', {
      ...{ PORT: port, DATABASE_URL: database.url, SEXTANT_DATA_DIR: folder },
      SEXTANT_SECRET_KEY: 'k3Jd9fLq2XzP7vTn5RbW8yHs4MgC6uEa',
      // a stop that waited for idle connections would take as long
      SEXTANT_STOP_GRACE_SECONDS: '600',
    })
    const address = `http://127.0.0.1:${port}`
    all.push({ web, address, open: 0 })
    await until(() => web.output().includes(`listening at ${address}`), web)
    return all.at(-1) as Web
  }

  const first = await runWeb()
  let rotation: readonly Web[] = [first, await runWeb()]
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const json = { 'content-type': 'application/json', ...headers }
    const reply = await fetch(first.address + path, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    })
    expect(reply.status, path).toBe(200)
    return reply
  }
  const person = { name: 'Ada', email: 'ada@example.com', password: 'kupferkessel', org_name: 'Engines' }
  const cookies = (await send('/setup', person)).headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  const csrf = cookies.find((one) => one.startsWith('csrf_token='))?.slice('csrf_token='.length) ?? ''
  const headers = { cookie: cookies.join('; '), 'x-csrf-token': csrf }
  const options = { dbname: 'none', host: '127.0.0.1', port: 1 }
  const source = await send('/api/data_sources', { name: 'Mill', type: 'pg', options }, headers)
  const { id: data_source_id } = (await source.json()) as { id: number }
  const run = await send('/api/query_results', { data_source_id, query: 'select 1', max_age: 0 }, headers)
  const { job } = (await run.json()) as { job: { id: string } }

  /** the status; 0 when the connection failed */
  const visit = async (to: Web, path: string) => {
    to.open++
    const status = await fetch(to.address + path, { headers }).then(
      async (reply) => (await reply.text(), reply.status),
      () => 0,
    )
    to.open--
    return status
  }
  const answers: number[] = []
  let goesOn = true
  const visitors = Array.from({ length: 6 }, async (_, place) => {
    for (let turn = place; goesOn; turn++)
      answers.push(await visit(rotation[turn % rotation.length] as Web, '/api/queries'))
  })
  for (const old of [...rotation]) {
    rotation = [...rotation, await runWeb()]
    // no worker runs this job: the request is open until its process stops
    const held = visit(old, `/api/jobs/${job.id}?wait=30&since=1`)
    const before = answers.length
    await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(before + 60)
    rotation = rotation.filter((one) => one !== old)
    await expect.poll(() => old.open, { timeout: 30_000 }).toBeLessThanOrEqual(1)
    old.web.child.kill('SIGTERM')
    expect(await held).toBe(200)
    expect(await old.web.ended).toBe(0)
  }
  goesOn = false
  await Promise.all(visitors)
  expect(answers.length).toBeGreaterThan(120)
  expect(answers.filter((status) => status !== 200)).toEqual([])
})
