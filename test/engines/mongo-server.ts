import { freePort } from '../test-postgres.ts'
import { startJavaEngine } from './java-server.ts'

/** The wire protocol of MongoDB 6 with an engine of its own (`mongo-java-server`), without accounts. */
export async function startMongoServer(): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort()
  const server = await startJavaEngine({
    name: 'mongo-java-server-1.47.0',
    artifacts: ['de.bwaldvogel:mongo-java-server-memory-backend:1.47.0', 'org.slf4j:slf4j-nop:2.0.17'],
    main: new URL('./mongo-server.java', import.meta.url),
    arguments: [String(port)],
  })
  return { port, ...server }
}
