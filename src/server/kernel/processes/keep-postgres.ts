import { setTimeout as delay } from 'node:timers/promises'
import type { EmbeddedPostgres, PostgresPlace } from '../db/embedded-postgres.ts'
import { secretInFile } from './data-folder.ts'
import { anyFreePort } from './free-port.ts'
import { backOff } from './supervised-child.ts'

export type StartPostgres = (place: PostgresPlace) => Promise<EmbeddedPostgres>
export interface KeptPostgres {
  url: string
  stop(how: 'fast' | 'immediate'): Promise<void>
}

/** Starts the embedded PostgreSQL and restarts it at the same address when it ends. Throws StartRefused. */
export async function keepPostgres(
  paths: { postgres: string; postgresPassword: string; postgresLog: string },
  start: StartPostgres,
  say: (line: string) => void,
  settings: readonly string[],
): Promise<KeptPostgres> {
  const place: PostgresPlace = {
    folder: paths.postgres,
    logFile: paths.postgresLog,
    password: secretInFile(paths.postgresPassword, 24),
    port: await anyFreePort(),
    settings,
    say,
  }
  let stopping = false
  let current = await start(place)
  let starting: Promise<void> | null = null
  const watch = (server: EmbeddedPostgres) => {
    void server.ended.then((how) => {
      if (stopping) return
      say(`PostgreSQL ended (${how}); starting it again. Its log: ${place.logFile}`)
      starting = startAgain()
    })
  }
  const startAgain = async () => {
    for (let failures = 1; !stopping; failures++) {
      try {
        current = await start(place)
        watch(current)
        return
      } catch (error) {
        say((error as Error).message)
        await delay(backOff(failures))
      }
    }
  }
  watch(current)
  return {
    url: current.url,
    async stop(how) {
      stopping = true
      await starting
      await current.stop(how)
    },
  }
}
