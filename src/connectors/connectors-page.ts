import type { Connector } from './connector.ts'
import { type ConnectorProof, connectorProofs } from './connector-proofs.ts'
import { connectors } from './registry.ts'

const preamble = `# Types of data sources

What each type is read with, what its tests connect to, and what it can do. How options and results look: [connectors.md](reference/connectors.md).

| proof | the tests run against |
|---|---|
| real server, real engine | the product itself |
| compatible server | another product that speaks its protocol: what only the product itself answers is not proved |
| protocol double | a server of ours that refuses what the protocol does not allow |
| package double | a package of ours with the interface of the vendor's |

- **Limit**: \`LIMIT 1000\` can be added. **Values**: how parameters reach the server: as parameters of the protocol, or as literals.
- **Cancel**: how a run ends in the data source. **Orphans**: a query whose worker died is ended by the next one.
- **Read-only**: an option, or always. **Resume**: the next worker continues a remote job whose worker died. **Estimate**: what a text would read is told before it runs.

This page is generated from \`src/connectors/connector-proofs.ts\` and the descriptors: \`node test/house-rules/print-connectors.ts\``

const missing = `## Not offered

| type | why |
|---|---|
| \`e6data\` | its protocol is that of the clients of its vendor, of which none is for Node; and there is no server to prove one against |`

const proofHead = ['type', 'name', 'driver', 'proof', 'tests in `src/connectors`']
const abilitiesHead = [
  ...[
    'type',
    'schema',
    'limit',
    'values',
    'cancel',
    'orphans',
    'read-only',
    'SSH tunnel',
    'progress',
    'resume',
    'estimate',
  ],
]

/** The text of docs/connectors.md. Throws when a type says nothing about itself. */
export function connectorsPage(): string {
  const all = connectors
    .toSorted((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
    .map((connector) => [connector, proofOf(connector)] as const)
  const proofs = all.map(([{ type, name }, { driver, proof, tests }]) => [
    ...[`\`${type}\``, name, driver, proof.join('; '), `\`${tests}\``],
  ])
  const abilities = all.map(([connector, proof]) => abilitiesOf(connector, proof))
  const sections = [
    preamble,
    `## Proofs\n\n${table(proofHead, proofs)}`,
    `## Abilities\n\n${table(abilitiesHead, abilities)}`,
    missing,
  ]
  return `${sections.join('\n\n')}\n`
}

function proofOf({ type }: Connector): ConnectorProof {
  const found = connectorProofs[type]
  if (found === undefined) throw new Error(`connector-proofs.ts says nothing about ${type}`)
  return found
}

const schemas = { keys: 'types, keys', types: 'types', names: 'names', none: 'none' } as const

function abilitiesOf(connector: Connector, { schema, cancel, progress, onlyReads }: ConnectorProof) {
  const { type, autoLimit, binds, killOrphan, config, tunnels, resume, estimates } = connector
  const yes = (has: boolean) => (has ? 'yes' : 'no')
  const values = binds === null ? 'none' : binds.placeholders === 'literal' ? 'literals' : 'parameters'
  const readOnly = onlyReads ? 'always' : config.properties.read_only === undefined ? 'no' : 'option'
  return [
    ...[`\`${type}\``, schemas[schema], yes(autoLimit !== null), values, cancel],
    ...[yes(killOrphan !== undefined), readOnly, yes(tunnels === true), yes(progress === true)],
    ...[yes(resume !== undefined), yes(estimates === true)],
  ]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
