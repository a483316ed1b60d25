import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../test-postgres.ts'
import { pythonEnvironment } from './engine-cache.ts'
import { javaHome, type RunningEngine, startEngine } from './start-engine.ts'

/** What this machine lacks for Spark. */
export async function missingForSpark(isProgram: (name: string) => boolean): Promise<(string | false)[]> {
  const lacks = [!isProgram('python3') && 'python3 is missing', javaHome(17) === null && 'there is no JDK 17']
  if (lacks.some((reason) => reason !== false)) return lacks
  const environment = await sparkEnvironment()
  return [typeof environment === 'string' && environment]
}

function sparkEnvironment() {
  return pythonEnvironment('pyspark', '4.3.0', ['pyspark==4.3.0'], 10)
}

export interface RunningSpark extends RunningEngine {
  /** statements that work, as Spark's own page of jobs says */
  running(): Promise<number>
}

/**
 * The Thrift server of Spark 4.3, which speaks the protocol of HiveServer2 over sockets (`binary`) or HTTP. Without
 * accounts: any user name will do.
 */
export async function startSpark(
  mode: 'binary' | 'http',
  isReady: (port: number) => Promise<boolean>,
): Promise<RunningSpark> {
  const environment = await sparkEnvironment()
  if (typeof environment === 'string') throw new Error(environment)
  const libraries = join(environment.bin, '..', 'lib')
  const [python] = readdirSync(libraries).filter((name) => name.startsWith('python3'))
  const home = join(libraries, python ?? '', 'site-packages', 'pyspark')
  const pagePort = await freePort()
  const engine = await startEngine('spark', {
    command: (port, folder) => ({
      program: join(home, 'bin', 'spark-submit'),
      args: [
        ...['--class', 'org.apache.spark.sql.hive.thriftserver.HiveThriftServer2', '--master', 'local[2]'],
        ...[
          '--driver-memory',
          '1g',
          '--driver-java-options',
          `-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dderby.system.home=${folder}/derby`,
        ],
        ...Object.entries(settings(folder, pagePort)).flatMap(([name, value]) => [
          '--conf',
          `${name}=${value}`,
        ]),
        'spark-internal',
        ...Object.entries(hiveSettings(mode, port)).flatMap(([name, value]) => [
          '--hiveconf',
          `${name}=${value}`,
        ]),
      ],
      env: { SPARK_HOME: home, JAVA_HOME: javaHome(17) ?? '', SPARK_LOCAL_IP: '127.0.0.1' },
    }),
    readyPath: isReady,
    patienceSeconds: 600,
  })
  const page = `http://127.0.0.1:${pagePort}/api/v1/applications`
  return {
    ...engine,
    async running() {
      const [application] = (await (await fetch(page)).json()) as { id: string }[]
      const jobs = await fetch(`${page}/${application?.id}/jobs?status=running`)
      return ((await jobs.json()) as unknown[]).length
    },
  }
}

function settings(folder: string, pagePort: number) {
  return {
    'spark.ui.port': pagePort,
    'spark.ui.showConsoleProgress': false,
    'spark.sql.shuffle.partitions': 2,
    'spark.driver.host': '127.0.0.1',
    'spark.driver.bindAddress': '127.0.0.1',
    'spark.sql.warehouse.dir': `${folder}/warehouse`,
    'spark.sql.session.timeZone': 'UTC',
  }
}

function hiveSettings(mode: 'binary' | 'http', port: number) {
  return {
    'hive.server2.transport.mode': mode,
    'hive.server2.thrift.bind.host': '127.0.0.1',
    'hive.server2.thrift.port': port,
    'hive.server2.thrift.http.port': port,
    'hive.server2.thrift.http.path': 'cliservice',
  }
}
