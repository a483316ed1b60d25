import type { LightMyRequestResponse } from 'fastify'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { allEndpoints, type NamedEndpoint, routeKey } from './all-endpoints.ts'
import { matrix } from './authorization-matrix.ts'
import { hostileTexts, hostileValues, listFields, replaceField, sample } from './hostile-values.ts'
import { createWorld, fillPath, type World } from './matrix-world.ts'

/**
 * docs/reference/promises.md#s1: whatever a field contains, the reply is 4xx or a proper success, never 500, and never
 * a success for a value that the schema forbids. Endpoints for all callers come first.
 */
const endpoints = (await allEndpoints()).sort((a, b) => openness(a) - openness(b))
const withBody = endpoints.filter(({ endpoint }) => endpoint.body !== undefined)
const withParams = endpoints.filter(({ endpoint }) => endpoint.params !== undefined)
const withQuery = endpoints.filter(({ endpoint }) => endpoint.query !== undefined)

let app: AppUnderTest
let admin: Caller
let world: World
let worker: NodeJS.Timeout
beforeAll(async () => {
  app = await appUnderTest({ config: { loginsPerHour: 1_000_000 } })
  admin = await app.as(app.admin)
  world = await createWorld(app)
  // as a worker would: what waits for one must not wait for its whole time
  worker = setInterval(() => void app.context.pool.query('update option_tests set is_done = true'), 100)
})
afterAll(async () => {
  clearInterval(worker)
  await app.close()
})

function openness({ endpoint }: NamedEndpoint): number {
  return endpoint.access === 'anyone' ? 0 : 1
}

/** A login would end the admin's session, so endpoints for all callers are called anonymously. */
const callerFor = ({ endpoint }: NamedEndpoint) => (endpoint.access === 'anyone' ? app.anonymous : admin)

/**
 * The body of the matrix, which the use case accepts too, if there is one; else the smallest that the schema accepts.
 */
function goodBody({ endpoint }: NamedEndpoint): unknown {
  const row = matrix.find(({ route }) => route === routeKey(endpoint))
  return row?.body?.(world) ?? sample(endpoint.body as TSchema)
}

function judge(reply: LightMyRequestResponse, allowed: boolean): string | null {
  if (reply.statusCode >= 500) return `${reply.statusCode} ${reply.body.slice(0, 200)}`
  if (!allowed && reply.statusCode < 400) return `${reply.statusCode}: accepted`
  return null
}

describe('bodies', () => {
  it.each(withBody)('$name: every field, every wrong value', async (named) => {
    const { endpoint } = named
    const schema = endpoint.body as TSchema
    const ground = goodBody(named)
    const faults: string[] = []
    for (const field of listFields(schema)) {
      for (const [label, value] of Object.entries(hostileValues)) {
        const body = replaceField(ground, field, value)
        const reply = await callerFor(named).request(endpoint.method, fillPath(endpoint.path, world), body)
        const fault = judge(reply, Check(schema, body))
        if (fault !== null) faults.push(`${field.path.join('.')} = ${label}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  })

  it.each(withBody)('$name: bodies of another shape, unknown keys, prototypes', async (named) => {
    const { endpoint } = named
    const ground = goodBody(named) as Record<string, unknown>
    const url = fillPath(endpoint.path, world)
    const faults: string[] = []
    const tell = (label: string, fault: string | null) => {
      if (fault !== null) faults.push(`${label}: ${fault}`)
    }
    for (const body of [[], [ground], 'text', 5, true, hostileValues['a bottomless nest']]) {
      const reply = await callerFor(named).request(endpoint.method, url, body)
      const isList = (endpoint.body as { type?: string }).type === 'array'
      tell(JSON.stringify(body).slice(0, 40), judge(reply, isList && Check(endpoint.body as TSchema, body)))
    }
    for (const [label, value] of Object.entries(hostileValues)) {
      const reply = await callerFor(named).request(endpoint.method, url, { ...ground, zzz_unknown: value })
      tell(`unknown key = ${label}`, judge(reply, endpoint.unknownKeys !== 'refuse'))
    }
    const open = JSON.stringify(ground).slice(0, -1)
    const comma = open === '{' ? '' : ','
    const bottomless = '['.repeat(200_000) + ']'.repeat(200_000)
    for (const text of [
      `${open}${comma}"__proto__":{"admin":true}}`,
      `${open}`,
      'null',
      `${open}}}`,
      '\0',
      bottomless,
    ]) {
      const { headers } = callerFor(named)
      const reply = await app.app.inject({ method: endpoint.method, url, headers, payload: text })
      tell(text.slice(0, 60), judge(reply, text === 'null' && endpoint.bodyOptional === true))
    }
    expect(faults).toEqual([])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it.each(withBody)('$name: anonymous callers are refused', async ({ endpoint }) => {
    if (endpoint.access === 'anyone') return
    const url = fillPath(endpoint.path, world)
    for (const body of Object.values(hostileValues)) {
      const reply = await app.anonymous.request(endpoint.method, url, body)
      expect(reply.statusCode).toBe(401)
    }
  })
})

describe('paths', () => {
  it.each(withParams)('$name: every segment, every wrong text', async (named) => {
    const { endpoint } = named
    const fields = (endpoint.params as { properties: Record<string, TSchema> }).properties
    const faults: string[] = []
    for (const [name, schema] of Object.entries(fields)) {
      const isNumber = (schema as { type?: string }).type === 'integer'
      for (const text of hostileTexts) {
        const url = fillPath(endpoint.path.replace(`:${name}`, '§'), world).replace('§', text)
        const body = endpoint.body === undefined ? undefined : goodBody(named)
        const reply = await callerFor(named).request(endpoint.method, url, body)
        const fault = judge(reply, !isNumber)
        if (fault !== null) faults.push(`:${name} = ${text.slice(0, 40)}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  })
})

describe('query arguments', () => {
  it.each(withQuery)('$name: every argument, every wrong text', async (named) => {
    const { endpoint } = named
    const fields = (endpoint.query as { properties: Record<string, TSchema> }).properties
    const faults: string[] = []
    for (const [name, schema] of Object.entries(fields)) {
      const isNumber = ['integer', 'number'].includes((schema as { type?: string }).type ?? '')
      const hostile = [...hostileTexts, `a&${name}=b`, `a&${name}[__proto__]=1`]
      for (const text of hostile) {
        // a number would make the request wait: only texts that are not numbers belong here
        if (name === 'wait' && /^[01]$/.test(text)) continue
        const url = `${fillPath(endpoint.path, world)}?${name}=${text}`
        const body = endpoint.body === undefined ? undefined : goodBody(named)
        const reply = await callerFor(named).request(endpoint.method, url, body)
        const fault = judge(reply, !isNumber || /^-?\d+(\.\d+)?$/.test(text))
        if (fault !== null) faults.push(`${name}=${text.slice(0, 40)}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  })

  it.each(endpoints.filter(({ endpoint }) => endpoint.access === 'anyone'))(
    '$name: keys and cookies of every shape',
    async ({ endpoint }) => {
      for (const text of hostileTexts) {
        const reply = await app.app.inject({
          method: endpoint.method,
          url: `${fillPath(endpoint.path, world)}?api_key=${text}&api_key[]=1`,
          headers: {
            authorization: `Key ${text}`,
            cookie: `session=${text}; remember_token=${text}; csrf_token=${text}`,
          },
          ...(endpoint.body === undefined ? {} : { payload: '{}' }),
        })
        expect(reply.statusCode, text).toBeLessThan(500)
      }
    },
  )
})
