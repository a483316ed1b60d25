import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { startSamlLogin } from '#test/saml-login.ts'
import type { SamlProviderUnderTest } from '#test/saml-provider.ts'
import { runSextant, type SextantProcess, untilAnswers } from '#test/sextant-process.ts'
import { freePort } from '#test/test-postgres.ts'
import { matrix } from './authorization-matrix.ts'
import { listFields, replaceField, sample } from './hostile-values.ts'
import { createWorld, fillPath, type World } from './matrix-world.ts'

/**
 * No request of an anonymous caller, or of the bearer of a query's key, may block the web process for others: each
 * route that they reach gets the largest bodies it accepts, in the most expensive shapes. The measure is processor time
 * of the main thread, so a busy machine changes nothing.
 */
const maxSeconds = 1
const ticksPerSecond = 100

let app: AppUnderTest
let world: World
let provider: SamlProviderUnderTest
let web: SextantProcess
let folder: string
let port: number
beforeAll(async () => {
  app = await appUnderTest({ config: { publicUrl: 'http://sextant.test' } })
  world = await createWorld(app)
  provider = await startSamlLogin(app)
  folder = await mkdtemp(join(tmpdir(), 'sextant-strangers-'))
  port = await freePort()
  web = runSextant('web', {
    ...{ DATABASE_URL: app.database.url, PORT: String(port), SEXTANT_DATA_DIR: folder },
    ...{ SEXTANT_SECRET_KEY: 'k3Jd9fLq2XzP7vTn5RbW8yHs4MgC6uEa', SEXTANT_URL: 'http://sextant.test' },
    ...{ SEXTANT_LOGINS_PER_HOUR: '1000000', SEXTANT_LOG_LEVEL: 'warn' },
  })
  await untilAnswers(() => fetch(`http://127.0.0.1:${port}/ping`))
})
afterAll(async () => {
  web?.child.kill('SIGKILL')
  await provider?.close()
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Processor time of the main thread (the event loop), in ticks. */
function spent(): number {
  const stat = readFileSync(`/proc/${web.pid}/task/${web.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

interface Sent {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** The status; 0 if the server closed the connection, as it does while a too large body is still arriving. */
async function statusOf({ method, path, headers = {}, body }: Sent): Promise<number> {
  return await new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } }
    const request = send({ ...options, agent: false }, (reply) => {
      reply.on('close', () => resolve(reply.statusCode ?? 0)).resume()
    })
    request.on('error', () => resolve(0))
    request.end(body)
  })
}

/** Returns the problem, or null. */
async function faultOf(label: string, sent: Sent): Promise<string | null> {
  const before = spent()
  const status = await statusOf(sent)
  const seconds = (spent() - before) / ticksPerSecond
  if (seconds <= maxSeconds && status < 500) return null
  return `${sent.method} ${sent.path.slice(0, 80)} (${label}): ${status}, ${seconds} s`
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const longest = { anyone: 255 * 1024, form: 63 * 1024, key: 1024 * 1024 - 1000 }

/** Texts that are slow in bad regular expressions, templates and addresses. */
const texts = (length: number): Record<string, string> => {
  const fill = (part: string, end = '') => part.repeat(Math.floor(length / part.length)) + end
  return {
    letters: fill('a', '!'),
    blanks: fill(' ', 'x'),
    tabs: fill('\t', 'x'),
    braces: fill('{{'),
    sections: fill('{{#a}}'),
    dots: fill('a.', '@'),
    ats: fill('a@'),
    'an address': `${fill('a.')}@${fill('b.')}`,
    slashes: fill('/'),
    'percent signs': fill('%'),
    quotes: fill("'"),
    comments: fill('/*'),
    tags: fill('<a '),
    letters_of_case: fill('İ'),
    marks: fill('a\u0300\u0316'),
    commas: fill('1,'),
    dates: fill('2024-01-01 '),
  }
}

/** Complete bodies, whatever the route expects. */
function bodies(length: number): Record<string, string> {
  const list = (item: string) => `[${`${item},`.repeat(Math.floor(length / (item.length + 1)) - 2)}${item}]`
  const keys = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`
  return {
    'a deep nest': '['.repeat(length / 2) + ']'.repeat(length / 2),
    'a deep nest of objects': '{"a":'.repeat(length / 7) + '1' + '}'.repeat(length / 7),
    'half a nest': '['.repeat(length),
    numbers: list('1'),
    'long numbers': list('1'.repeat(1000)),
    objects: list('{}'),
    keys: keys(Math.floor(length / 12)),
    escapes: `"${'\\u0041'.repeat(Math.floor(length / 6) - 2)}"`,
    prototypes: list('{"__proto__":1}'),
    blanks: ' '.repeat(length),
  }
}

function forms(length: number): Record<string, string> {
  return {
    fields: 'a=&'.repeat(Math.floor(length / 3)),
    'other fields': Array.from({ length: Math.floor(length / 8) }, (_, index) => `k${index}=1`).join('&'),
    signs: '&'.repeat(length),
    percents: `a=${'%25'.repeat(Math.floor(length / 3) - 1)}`,
    'broken percents': `a=${'%'.repeat(length - 2)}`,
    brackets: `a${'[a]'.repeat(Math.floor(length / 3) - 2)}=1`,
    pluses: `a=${'+'.repeat(length - 2)}`,
  }
}

const withKey = () => ({ authorization: `Key ${world.query.api_key}` })

it('a body of the largest size keeps no other request waiting, whatever its shape', async () => {
  const faults: (string | null)[] = []
  const routes = app.app.routeList.filter(({ method, endpoint }) => {
    const isOpen = endpoint?.access === 'anyone' || endpoint?.acceptsQueryKey === true
    return method === 'POST' && (endpoint === undefined || isOpen)
  })
  expect(routes.length).toBeGreaterThan(10)
  for (const { method, path: pattern, endpoint } of routes) {
    const path = fillPath(pattern, world)
    const isByKey = endpoint?.access !== 'anyone'
    const keys = isByKey ? withKey() : {}
    const length = isByKey ? longest.key : longest.anyone
    for (const [label, body] of Object.entries(bodies(length))) {
      faults.push(await faultOf(label, { method, path, headers: { ...json, ...keys }, body }))
    }
    for (const [label, body] of Object.entries(forms(longest.form))) {
      faults.push(await faultOf(label, { method, path, headers: form, body }))
    }
    if (endpoint?.body === undefined) continue
    const ground =
      matrix.find(({ route }) => route === `${method} ${pattern}`)?.body?.(world) ??
      sample(endpoint.body as TSchema)
    const shortText = texts(length / 2)
    for (const field of listFields(endpoint.body as TSchema)) {
      for (const [label, text] of Object.entries(shortText)) {
        for (const value of [text, [text], { p: text, q: [text] }]) {
          const body = JSON.stringify(replaceField(ground, field, value)).slice(0, length)
          const sent = { method, path, headers: { ...json, ...keys }, body }
          faults.push(await faultOf(`${field.path.join('.')}: ${label}`, sent))
        }
      }
    }
  }
  // larger bodies are not read
  const path = `/api/queries/${world.query.id}/results`
  const body = ' '.repeat(longest.key + 2000)
  expect(await statusOf({ method: 'POST', path, headers: { ...json, ...withKey() }, body })).toBe(413)
  expect(faults.filter((fault) => fault !== null)).toEqual([])
}, 600_000)

it('an address, headers and cookies of the largest size keep no other request waiting', async () => {
  const faults: (string | null)[] = []
  const routes = app.app.routeList.filter(({ method, path, endpoint }) => {
    const isOpen = endpoint === undefined || endpoint.access === 'anyone' || endpoint.acceptsQueryKey === true
    return method === 'GET' && isOpen && !path.includes('*') && !path.startsWith('/assets/')
  })
  expect(routes.length).toBeGreaterThan(20)
  // Node accepts 16 KB of headers
  const length = 14_000
  const many = Array.from({ length: 2000 }, (_, index) => `p_a${index}=`)
    .join('&')
    .slice(0, length)
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const tokens = [
    'eyJhbGciOiJub25lIn0'.padEnd(length, '.'),
    `${base64({ alg: 'none', zip: 'DEF', b64: false, crit: ['b64'], kid: 'x'.repeat(5000) })}.${base64({})}.`,
    `Key ${'a'.repeat(length)}`,
    `Basic ${'A'.repeat(length)}`,
    ' '.repeat(length),
  ]
  for (const { path: pattern } of routes) {
    const path = fillPath(pattern, world)
    const go = async (label: string, sent: Partial<Sent>) =>
      void faults.push(await faultOf(label, { method: 'GET', path, ...sent }))
    await go('many arguments', { path: `${path}?${many}` })
    for (const [label, text] of Object.entries(texts(4000))) {
      const value = encodeURIComponent(text)
        .slice(0, length - 100)
        .replace(/%.?$/, '')
      for (const name of ['q', 'next', 'p_p', 'api_key', 'token']) {
        await go(`${name}: ${label}`, { path: `${path}?${name}=${value}` })
      }
    }
    for (const authorization of tokens) await go('authorization', { headers: { authorization } })
    await go('cookies', { headers: { cookie: 'a=;'.repeat(length / 3) } })
    await go('one cookie', { headers: { cookie: `session=${'%41'.repeat(length / 3)}` } })
    await go('languages', { headers: { 'accept-language': 'a-b-c;q=0.1,'.repeat(length / 12) } })
    await go('encodings', { headers: { 'accept-encoding': 'gzip;q=0.1, '.repeat(length / 12) } })
    await go('kinds', { headers: { accept: 'text/html;q=0.1, '.repeat(length / 17) } })
    await go('an old copy', { headers: { 'if-none-match': `W/"${'a'.repeat(length)}",` } })
  }
  expect(faults.filter((fault) => fault !== null)).toEqual([])
}, 600_000)

it('a response of SAML keeps no other request waiting, whatever its shape', async () => {
  const shapes: Record<string, string> = {
    'forty thousand siblings': '<a/>'.repeat(40_000),
    'as many siblings as may be': '<a/>'.repeat(2950),
    'as many attributes as may be':
      `<a ${Array.from({ length: 30 }, (_, i) => `a${i}=""`).join(' ')}/>`.repeat(290),
    'as many namespaces as may be':
      `<a ${Array.from({ length: 30 }, (_, i) => `xmlns:a${i}="x"`).join(' ')}>`.repeat(30) +
      '<b/>'.repeat(2900) +
      '</a>'.repeat(30),
    'many nests': ('<b>'.repeat(35) + '</b>'.repeat(35)).repeat(80),
    'a deep nest': '<a>'.repeat(30_000) + '</a>'.repeat(30_000),
    'a long text': '&amp;'.repeat(50_000),
    comments: '<!---->'.repeat(30_000),
  }
  const faults: (string | null)[] = []
  for (const [label, shape] of Object.entries(shapes)) {
    const begun = await fetch(`http://127.0.0.1:${port}/saml/login`, { redirect: 'manual' })
    expect(begun.status).toBe(302)
    const { xml, RelayState } = await provider.answer(begun.headers.get('location') ?? '')
    for (const at of ['<samlp:Status>', '<saml:Subject>', '<ds:SignedInfo>']) {
      const SAMLResponse = Buffer.from(xml.replace(at, `${shape}${at}`)).toString('base64')
      const body = new URLSearchParams({ SAMLResponse, RelayState }).toString()
      const sent = { method: 'POST', path: '/saml/callback', headers: form, body }
      faults.push(await faultOf(`${label} before ${at}`, sent))
    }
  }
  expect(faults.filter((fault) => fault !== null)).toEqual([])
}, 300_000)
