import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type Logger, pino } from 'pino'
import type { Config } from '#server/kernel/config/config.ts'
import type { Database } from '#server/kernel/db/database.ts'
import { deriveSecrets } from '#server/kernel/net/secrets.ts'
import type { ServerContext } from '#server/kernel/server-context.ts'
import { buildApp } from '#server/roles/app.ts'
import { createJobQueue } from '#server/runs/jobs/create-job-queue.ts'
import { createJobWatch } from '#server/runs/jobs/create-job-watch.ts'
import { configUnderTest } from './config-under-test.ts'
import { databaseUnderTest } from './database-under-test.ts'
import { type CastOfUsers, createCast, type TestUser } from './factories.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A caller of the app: a logged-in browser, a program with a key, or an anonymous visitor. */
export interface Caller {
  get(url: string, options?: Partial<InjectOptions>): Promise<LightMyRequestResponse>
  post(url: string, body?: unknown, options?: Partial<InjectOptions>): Promise<LightMyRequestResponse>
  delete(url: string, options?: Partial<InjectOptions>): Promise<LightMyRequestResponse>
  request(
    method: Method,
    url: string,
    body?: unknown,
    options?: Partial<InjectOptions>,
  ): Promise<LightMyRequestResponse>
  /** sent with each request of this caller */
  headers: Record<string, string>
}

export interface AppUnderTest extends CastOfUsers {
  app: FastifyInstance
  context: ServerContext
  database: Database & { url: string }
  /** a browser in which this user has logged in through `POST /login`, with its CSRF token */
  as(user: TestUser): Promise<Caller>
  /** `Authorization: Key …` */
  withKey(key: string): Caller
  anonymous: Caller
  close(): Promise<void>
}

export interface AppOptions {
  config?: Partial<Config>
  log?: Logger
  /** sets the clock; by default the real one */
  clock?: () => Date
  webFolder?: string
  /** false: the instance is not set up */
  setUp?: boolean
}

/**
 * The whole web process with its own database, a real job queue and job watch, but no worker. Users: `admin`, `member`
 * (group `default`), `viewer` (a group with view-only access to `dataSource`), `outsider` (no access to it).
 */
export async function appUnderTest(options: AppOptions = {}): Promise<AppUnderTest> {
  const database = await databaseUnderTest()
  // SEXTANT_TEST_LOG=error shows the error behind a 500
  const log = options.log ?? pino({ level: process.env['SEXTANT_TEST_LOG'] ?? 'silent' })
  const jobs = await createJobQueue({ pool: database.pool, log })
  const jobWatch = await createJobWatch({ databaseUrl: database.url, log })
  const context: ServerContext = {
    db: database.db,
    pool: database.pool,
    config: configUnderTest(options.config),
    secrets: deriveSecrets('a secret key that only tests use'),
    jobs,
    jobWatch,
    log,
    clock: options.clock ?? (() => new Date()),
  }
  const { webFolder } = options
  const app = await buildApp(context, webFolder === undefined ? {} : { webFolder })
  const cast = options.setUp === false ? ({} as CastOfUsers) : await createCast(context)
  await app.ready()
  const signedIn = new Map<number, Promise<Caller>>()
  return {
    ...cast,
    app,
    context,
    database,
    as(user) {
      const known = signedIn.get(user.id) ?? logIn(app, user)
      signedIn.set(user.id, known)
      return known
    },
    withKey: (key) => callerWith(app, { authorization: `Key ${key}` }),
    anonymous: callerWith(app, {}),
    async close() {
      await app.close()
      await jobWatch.close()
      await jobs.close()
      await database.close()
    },
  }
}

async function logIn(app: FastifyInstance, user: TestUser): Promise<Caller> {
  const reply = await app.inject({
    method: 'POST',
    url: '/login',
    payload: { email: user.email, password: user.password },
  })
  if (reply.statusCode !== 200)
    throw new Error(`${user.email} cannot log in: ${reply.statusCode} ${reply.body}`)
  return browserWith(app, reply)
}

/** A browser that keeps the cookies of this reply, and new tokens of later ones. */
export function browserWith(app: FastifyInstance, reply: LightMyRequestResponse): Caller {
  const jar = new Map<string, string>()
  const headers: Record<string, string> = {}
  const keep = ({ cookies }: LightMyRequestResponse) => {
    for (const { name, value } of cookies) if (value !== '') jar.set(name, value)
    headers['cookie'] = [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
    headers['x-csrf-token'] = jar.get('csrf_token') ?? ''
  }
  keep(reply)
  const caller = callerWith(app, headers)
  const request: Caller['request'] = async (...args) => {
    const answer = await caller.request(...args)
    keep(answer)
    return answer
  }
  return {
    headers,
    request,
    get: (url, options) => request('GET', url, undefined, options),
    post: (url, body, options) => request('POST', url, body, options),
    delete: (url, options) => request('DELETE', url, undefined, options),
  }
}

export function callerWith(app: FastifyInstance, headers: Record<string, string>): Caller {
  const request: Caller['request'] = (method, url, body, options = {}) =>
    app.inject({
      method,
      url,
      ...(body === undefined
        ? {}
        : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }),
      ...(body === undefined ? { headers } : {}),
      ...withHeaders(options, headers, body !== undefined),
    })
  return {
    headers,
    request,
    get: (url, options) => request('GET', url, undefined, options),
    post: (url, body, options) => request('POST', url, body, options),
    delete: (url, options) => request('DELETE', url, undefined, options),
  }
}

/** Options of one request; its headers are added to the caller's. */
function withHeaders(
  options: Partial<InjectOptions>,
  headers: Record<string, string>,
  isJson: boolean,
): Partial<InjectOptions> {
  if (options.headers === undefined) return options
  const json = isJson ? { 'content-type': 'application/json' } : {}
  return { ...options, headers: { ...json, ...headers, ...options.headers } }
}
