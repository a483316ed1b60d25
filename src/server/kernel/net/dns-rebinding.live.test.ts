import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const probe = fileURLToPath(new URL('../../../../test/live/rebinding-names.ts', import.meta.url))
const refusal = "Can't query private addresses."

interface Seen {
  connections: { public: number; private: number }
  outcomes: Record<string, Record<string, number>>
  lookUps: Record<string, number>
}

/** With a real name server and the resolver of the system, in namespaces where nothing else is. */
async function seenInNamespaces(): Promise<Seen> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-names-'))
  try {
    writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\noptions attempts:1 timeout:5\n')
    const script = `ip link set lo up && ip address add 93.184.216.34/32 dev lo &&
      mount --bind "$1/resolv.conf" "$(readlink -f /etc/resolv.conf)" && exec "$2" "$3"`
    const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
    const { stdout } = await promisify(execFile)('unshare', [
      ...[...asRoot, '--mount', '--net', 'sh', '-ec', script],
      ...['sh', folder, process.execPath, probe],
    ])
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it('a name that changes its address between two look-ups never leads to a private one', async () => {
  const { connections, outcomes, lookUps } = await seenInNamespaces()
  expect(connections.private).toBe(0)
  // the name server was asked, and answered both
  expect(lookUps['flips.test']).toBeGreaterThan(100)
  expect(outcomes['flips.test/']).toEqual({ public: 50, [refusal]: 50 })
  expect(outcomes['turns.test/']).toEqual({ public: 1, [refusal]: 19 })
  expect(outcomes['both.test/']).toEqual({ [refusal]: 20 })
  expect(outcomes['steady.test/?to=http://flips.test:8080/']).toEqual({ public: 10, [refusal]: 10 })
  expect(Object.keys(outcomes['flips.test/?n=side-by-side'] ?? {}).sort()).toEqual([refusal, 'public'])
})
