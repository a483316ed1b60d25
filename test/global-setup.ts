import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/server/kernel/db/migrate.ts'
import { migrateJobQueue } from '../src/server/runs/jobs/create-job-queue.ts'
import { quickestFolder, startTestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    templateDatabase: string
    /** shared files that the test files of a run create once; deleted after the run */
    runFolder: string
  }
}

/**
 * One PostgreSQL server for the whole run, with one migrated template database that every test file clones.
 * SEXTANT_TEST_DATABASE_URL names a server that already runs (faster while developing).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['SEXTANT_TEST_DATABASE_URL']
  const server = given
    ? { url: given, stop: async () => {} }
    : await startTestPostgres(await quickestFolder())
  const templateDatabase = `sextant_template_${randomBytes(5).toString('hex')}`
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${templateDatabase}`)
  await migrate(withDatabase(server.url, templateDatabase), nothingToSeal)
  await migrateJobQueue(withDatabase(server.url, templateDatabase))
  project.provide('postgresUrl', server.url)
  project.provide('templateDatabase', templateDatabase)
  const runFolder = await mkdtemp(join(tmpdir(), 'sextant-run-'))
  project.provide('runFolder', runFolder)
  return async () => {
    await endProcesses(join(runFolder, 'processes'))
    await admin.query(`drop database ${templateDatabase} with (force)`)
    await admin.end()
    await server.stop()
    await rm(runFolder, { recursive: true, force: true })
  }
}

/** Ends the processes that test files have noted, and that run on: instances that several files have used. */
async function endProcesses(file: string): Promise<void> {
  const pids = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []
  const running = pids.filter((pid) => signal(pid, 'SIGTERM'))
  for (const end = Date.now() + 10_000; running.some((pid) => signal(pid, 0)); await delay(50)) {
    if (Date.now() > end) for (const pid of running) signal(pid, 'SIGKILL')
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

async function nothingToSeal(): Promise<never> {
  throw new Error('An empty database has nothing to seal.')
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
