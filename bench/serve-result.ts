import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/test-postgres.ts'
import { execute } from './execute.ts'
import { percentile, type Report } from './figure.ts'
import { cpuSecondsOf, familyOf } from './process-facts.ts'
import { answers, type SextantUnderBench } from './sextant-under-bench.ts'

const rounds = 60

/**
 * docs/reference/promises.md#p4: a stored result of about 20 MB, warm, compared with nginx sending the same compressed
 * bytes as a file.
 */
export async function benchServeResult(sextant: SextantUnderBench, report: Report): Promise<void> {
  const { resultId } = await execute(sextant, 'select * from bench_200k limit 100000')
  const path = `/api/query_results/${resultId}`
  const frames = await read(sextant, path)
  const nginx = await startNginx(frames)
  try {
    const ours = await measure(() => read(sextant, path), familyOf(sextant.webPid))
    const theirs = await measure(() => readUrl(nginx.url, {}), familyOf(nginx.pid))
    const speed = (theirs.milliseconds / ours.milliseconds) * 100
    report({
      promise: 'P4',
      what: `stored result, ${(frames.length / 1e6).toFixed(1)} MB compressed: ours ${rate(frames, ours)}, nginx ${rate(frames, theirs)}`,
      value: `${speed.toFixed(0)} %`,
      promised: '>= 70 %',
      ok: speed >= 70,
    })
    const cpu = ours.cpuSeconds / theirs.cpuSeconds
    report({
      promise: 'P4',
      what: `CPU of the web process (${perRead(ours)}) beside nginx (${perRead(theirs)}) a read`,
      value: `${cpu.toFixed(1)} x`,
      promised: '<= 2 x',
      ok: cpu <= 2,
    })
  } finally {
    await nginx.stop()
  }
}

interface Measured {
  milliseconds: number
  cpuSeconds: number
}

const rate = (bytes: Buffer, { milliseconds }: Measured) =>
  `${(bytes.length / 1e3 / milliseconds).toFixed(0)} MB/s`
const perRead = ({ cpuSeconds }: Measured) => `${((cpuSeconds / rounds) * 1000).toFixed(1)} ms`

async function measure(readOnce: () => Promise<Buffer>, pids: readonly number[]): Promise<Measured> {
  const cpu = () => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
  for (let round = 0; round < 10; round++) await readOnce()
  const cpuBefore = cpu()
  const samples: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await readOnce()
    samples.push(performance.now() - started)
  }
  return { milliseconds: percentile(samples, 0.5), cpuSeconds: Math.max(cpu() - cpuBefore, 0.01) }
}

async function read(sextant: SextantUnderBench, path: string): Promise<Buffer> {
  return await readUrl(sextant.origin + path, {
    authorization: sextant.authorization,
    'accept-encoding': 'zstd',
  })
}

/** The bytes of a reply as they came over the wire. */
function readUrl(url: string, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () =>
        reply.statusCode === 200
          ? resolve(Buffer.concat(chunks))
          : reject(new Error(`${url}: ${reply.statusCode}`)),
      )
      reply.on('error', reject)
    })
    request.on('error', reject)
    request.end()
  })
}

async function startNginx(file: Buffer): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-nginx-'))
  const port = await freePort()
  await writeFile(join(folder, 'result'), file)
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; user root;
     events { worker_connections 64; }
     http { access_log off; sendfile on; tcp_nopush on; client_body_temp_path ${folder}; proxy_temp_path ${folder};
       fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
       server { listen 127.0.0.1:${port}; root ${folder}; default_type application/json; } }`,
  )
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}/result`
  await answers(url)
  if (child.pid === undefined) throw new Error('nginx did not start')
  return {
    url,
    pid: child.pid,
    stop: async () => {
      const ended = new Promise((resolve) => child.on('exit', resolve))
      child.kill('SIGQUIT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
