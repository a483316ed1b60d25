import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createOutboundFetch } from '../../src/server/kernel/net/outbound-guard.ts'

/**
 * Runs in separate network and mount namespaces (dns-rebinding.live.test.ts), with itself as the only name server. Its
 * names change their address with every lookup. Prints as JSON what reached the two HTTP servers.
 */
const publicAddress = '93.184.216.34'
const privateAddress = '127.0.0.1'
const port = 8080

const answersOf: Record<string, (lookUp: number) => string[]> = {
  'flips.test': (lookUp) => [lookUp % 2 === 0 ? publicAddress : privateAddress],
  'turns.test': (lookUp) => [lookUp === 0 ? publicAddress : privateAddress],
  'both.test': () => [publicAddress, privateAddress],
  'steady.test': () => [publicAddress],
}
const lookUps = new Map<string, number>()

const typeA = 1
/** Answers A queries with a lifetime of zero, and all other types with no records. */
function answer(question: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const end = at + 5
  const name = labels.join('.').toLowerCase()
  const isA = question.readUInt16BE(at + 1) === typeA
  const seen = lookUps.get(name) ?? 0
  if (isA) lookUps.set(name, seen + 1)
  const addresses = isA ? (answersOf[name]?.(seen) ?? []) : []
  const head = Buffer.from(question.subarray(0, 12))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([head, question.subarray(12, end), ...records])
}

const nameServer = createSocket('udp4')
nameServer.on('message', (question, { port, address }) => nameServer.send(answer(question), port, address))
nameServer.bind(53, privateAddress)
await once(nameServer, 'listening')

const connections = { public: 0, private: 0 }
async function listen(address: string, kind: keyof typeof connections) {
  const server = createServer((request, reply) => {
    const location = new URL(request.url ?? '/', 'http://any.test').searchParams.get('to')
    // each request must look its name up again
    reply.setHeader('connection', 'close')
    if (location !== null) reply.writeHead(302, { location })
    reply.end(kind)
  })
  server.on('connection', () => connections[kind]++)
  server.listen(port, address)
  await once(server, 'listening')
  return server
}
const servers = [await listen(publicAddress, 'public'), await listen(privateAddress, 'private')]

const fetch = createOutboundFetch({ allowedPrivateHosts: [], version: null })
const outcomes: Record<string, Record<string, number>> = {}

/** Counts the outcome of one request. */
async function ask(name: string, path = '/') {
  let outcome: string
  try {
    outcome = await (await fetch(`http://${name}:${port}${path}`, {}, AbortSignal.timeout(10_000))).text()
  } catch (error) {
    outcome = (error as Error).message
  }
  const counts = outcomes[name + path] ?? {}
  outcomes[name + path] = { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 }
}
for (let n = 0; n < 100; n++) await ask('flips.test')
for (let n = 0; n < 20; n++) await ask('turns.test')
for (let n = 0; n < 20; n++) await ask('both.test')
for (let n = 0; n < 20; n++) await ask('steady.test', `/?to=http://flips.test:${port}/`)
await Promise.all(Array.from({ length: 100 }, () => ask('flips.test', '/?n=side-by-side')))

for (const server of servers) server.close()
nameServer.close()
process.stdout.write(JSON.stringify({ connections, outcomes, lookUps: Object.fromEntries(lookUps) }))
process.exit(0)
