import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../test-postgres.ts'
import { mavenLibrary } from './engine-cache.ts'
import { javaHome, type RunningEngine, startEngine } from './start-engine.ts'

/** Calls the daemon, because a library needs a class that is compiled. */
const main = `
public class CassandraMain {
  public static void main(String[] args) {
    org.apache.cassandra.service.CassandraDaemon.main(args);
  }
}
`

/** What this machine lacks for Cassandra. */
export function missingForCassandra(isProgram: (name: string) => boolean): (string | false)[] {
  return [!isProgram('mvn') && 'mvn is missing', javaHome(17) === null && 'there is no JDK 17']
}

const opens = [
  ...['java.base/java.io', 'java.base/java.lang', 'java.base/java.lang.reflect', 'java.base/java.math'],
  ...['java.base/java.net', 'java.base/java.nio', 'java.base/java.util', 'java.base/java.util.concurrent'],
  ...['java.base/java.util.concurrent.atomic', 'java.base/java.time', 'java.base/jdk.internal.loader'],
  ...['java.base/jdk.internal.math', 'java.base/jdk.internal.misc', 'java.base/jdk.internal.module'],
  ...['java.base/jdk.internal.ref', 'java.base/jdk.internal.reflect', 'java.base/jdk.internal.util.jar'],
  ...['java.base/jdk.internal.vm', 'java.base/sun.nio.ch', 'java.logging/java.util.logging'],
  ...['java.rmi/sun.rmi.registry', 'java.rmi/sun.rmi.server', 'java.rmi/sun.rmi.transport.tcp'],
  ...['java.management/com.sun.jmx.remote.security', 'java.sql/java.sql'],
  ...['jdk.compiler/com.sun.tools.javac.file', 'jdk.management/com.sun.management.internal'],
]

/**
 * Cassandra 5.0.9 with one node, accounts and permissions; the first account is `cassandra` with the same password.
 * `isReady` asks whether it can log in.
 */
export async function startCassandra(isReady: (port: number) => Promise<boolean>): Promise<RunningEngine> {
  const home = javaHome(17) ?? ''
  const artifacts = ['org.apache.cassandra:cassandra-all:5.0.9']
  const classPath = await mavenLibrary('cassandra-5.0.9', artifacts, {
    main: { name: 'CassandraMain', text: main },
    javaHome: home,
  })
  const storagePort = await freePort()
  return await startEngine('cassandra', {
    command(port, folder) {
      writeFileSync(join(folder, 'cassandra.yaml'), settings(port, storagePort, folder))
      writeFileSync(join(folder, 'logback.xml'), logging)
      const properties = {
        'cassandra.config': `file://${join(folder, 'cassandra.yaml')}`,
        'cassandra.storagedir': folder,
        'cassandra.logdir': folder,
        'logback.configurationFile': join(folder, 'logback.xml'),
        'cassandra-foreground': 'yes',
        'cassandra.skip_wait_for_gossip_to_settle': '0',
        'cassandra.ring_delay_ms': '100',
        'cassandra.superuser_setup_delay_ms': '0',
        'jdk.attach.allowAttachSelf': 'true',
        'io.netty.tryReflectionSetAccessible': 'true',
      }
      const args = [
        ...['-Xmx1g', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', classPath],
        ...opens.flatMap((name) => [
          '--add-opens',
          `${name}=ALL-UNNAMED`,
          '--add-exports',
          `${name}=ALL-UNNAMED`,
        ]),
        ...Object.entries(properties).map(([name, value]) => `-D${name}=${value}`),
        'CassandraMain',
      ]
      return { program: `${home}/bin/java`, args }
    },
    readyPath: isReady,
    patienceSeconds: 600,
  })
}

const logging = `<configuration>
  <appender name="stdout" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%msg%n%ex</pattern></encoder>
  </appender>
  <root level="WARN"><appender-ref ref="stdout" /></root>
</configuration>`

function settings(port: number, storagePort: number, folder: string): string {
  return `cluster_name: sextant
num_tokens: 1
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
authenticator: PasswordAuthenticator
authorizer: CassandraAuthorizer
role_manager: CassandraRoleManager
commitlog_sync: periodic
commitlog_sync_period: 10s
commitlog_segment_size: 64MiB
commitlog_directory: ${folder}/commitlog
data_file_directories: [${folder}/data]
hints_directory: ${folder}/hints
saved_caches_directory: ${folder}/caches
cdc_enabled: false
seed_provider:
  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
    parameters: [{ seeds: "127.0.0.1:${storagePort}" }]
listen_address: 127.0.0.1
rpc_address: 127.0.0.1
storage_port: ${storagePort}
native_transport_port: ${port}
native_transport_max_frame_size: 64MiB
start_native_transport: true
endpoint_snitch: SimpleSnitch
auto_snapshot: false
user_defined_functions_enabled: true
materialized_views_enabled: true
`
}
