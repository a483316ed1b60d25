// Tries a release as its user would: unpacked by root, run by the user `nobody` with an empty environment and no network
// but loopback. It sets up an instance, runs a query, and stops. Needs root, unshare, setpriv and ip.
//
//   node bin/release/try-release.mjs dist/release/sextant-0.1.0-linux-x64.tar.gz
//   node bin/release/try-release.mjs --folder FOLDER     a release that is unpacked or installed already
//   node bin/release/try-release.mjs --address URL       only the walk, through a new instance that runs already
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

const [first = '', second = ''] = process.argv.slice(2)

if (first === '--inside') await tryInside(resolve(second))
else if (first === '--address') await walk(second)
else process.exitCode = await tryOutside(first, second)

/** Makes the place: folders of two users, no network. */
async function tryOutside(file, folder) {
  const place = mkdtempSync(join(tmpdir(), 'sextant-release-'))
  try {
    chmodSync(place, 0o755)
    const release = file === '--folder' ? resolve(folder) : unpack(resolve(file), place)
    const home = join(place, 'home')
    mkdirSync(home)
    const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout)
    chownSync(home, nobody, nobody)
    copyFileSync(import.meta.filename, join(place, 'try.mjs'))
    const node = file === '--folder' ? process.execPath : join(release, 'node', 'bin', 'node')
    const account = ['--reuid=nobody', `--regid=${nobody}`, '--clear-groups', '--no-new-privs']
    const bare = ['env', '-i', `HOME=${home}`, 'PATH=/usr/bin:/bin']
    const alone = ['setpriv', ...account, ...bare, node, join(place, 'try.mjs'), '--inside', release]
    const inside = ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...alone]
    const child = spawn('unshare', inside, { cwd: home, stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    return code ?? 1
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function unpack(file, place) {
  const run = spawnSync('tar', ['-xzf', file, '-C', place], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`${file} could not be unpacked: ${run.stderr}`)
  const [name] = readdirSync(place)
  return join(place, name)
}

async function tryInside(release) {
  const command = [process.execPath, join(release, 'bin', 'sextant.mjs'), 'start']
  const startedAt = Date.now()
  const env = { ...process.env, SEXTANT_LOG_LEVEL: 'warn' }
  const sextant = spawn(command[0], command.slice(1), { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(sextant, 'exit')
  await new Promise((done, failed) => {
    sextant.stdout.on('data', (part) => {
      process.stdout.write(part)
      if (part.includes('Sextant is ready')) done()
    })
    void ended.then(([code]) => failed(new Error(`Sextant ended with ${code}.`)))
  })
  console.log(`ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  try {
    await walk('http://127.0.0.1:5030')
  } finally {
    sextant.kill('SIGTERM')
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`Sextant stopped with ${code}.`)
  console.log('The release works.')
}

async function walk(address) {
  const jar = new Map()
  const call = async (method, path, body) => {
    const headers = { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (jar.has('csrf_token')) headers['x-csrf-token'] = jar.get('csrf_token')
    const reply = await fetch(address + path, { method, headers, body: JSON.stringify(body) })
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)
      jar.set(name, value)
    }
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 300)}`)
    return reply.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }
  const [name, password] = ['Ada', 'a long password 19']
  await call('POST', '/setup', { name, password, email: 'ada@example.com', org_name: 'Try' })
  await call('GET', '/readyz')
  for (const path of ['/', '/help/', '/static/images/db-logos/pg.png', '/static/favicon.svg'])
    await call('GET', path)
  const script = /src="(\/[^"]+\.js)"/.exec(await call('GET', '/'))?.[1]
  await call('GET', script ?? '/no-script-in-the-page')
  const source = await call('POST', '/api/data_sources', {
    ...{ name: 'numbers', type: 'duckdb', options: { dbpath: ':memory:' } },
  })
  const query = 'select count(*) as n, sum(range) as total from range(100000)'
  let { job } = await call('POST', '/api/query_results', { data_source_id: source.id, query, max_age: 0 })
  for (let tries = 0; job.status < 3 && tries < 300; tries++) {
    await delay(200)
    job = (await call('GET', `/api/jobs/${job.id}`)).job
  }
  if (job.status !== 3) throw new Error(`The query did not succeed: ${JSON.stringify(job)}`)
  const { query_result } = await call('GET', `/api/query_results/${job.query_result_id ?? job.result}`)
  const [row] = query_result.data.rows
  if (Number(row.n) !== 100_000 || Number(row.total) !== 4_999_950_000)
    throw new Error(`The query answered ${JSON.stringify(row)}.`)
  console.log(`set up, and ran a query in DuckDB: ${JSON.stringify(row)}`)
}
