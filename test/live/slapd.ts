import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../test-postgres.ts'
import type { TestCertificate } from './certificates.ts'

export interface TestDirectory {
  url: string
  /** the service account */
  bindDn: string
  bindPassword: string
  /** the branch of the users */
  searchDn: string
  stop(): Promise<void>
}

const suffix = 'dc=example,dc=com'
const service = { dn: `cn=service,${suffix}`, password: 'service secret' }

/** One user: attributes of inetOrgPerson; several values as a list. */
export type TestPerson = Readonly<Record<string, string | readonly string[]>> & { cn: string; sn: string }

/** A referral: another server has this branch. */
export interface TestReferral {
  cn: string
  /** an LDAP address */
  ref: string
}

/**
 * A throw-away OpenLDAP server in a temporary folder on a free loopback port, stopped by its process id. Only the
 * service account may read; others may only log in. It offers STARTTLS only with a certificate.
 */
export async function startTestDirectory(
  people: readonly TestPerson[],
  certificate: TestCertificate | null = null,
  referrals: readonly TestReferral[] = [],
): Promise<TestDirectory> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-test-slapd-'))
  const port = await freePort()
  const url = `ldap://localhost:${port}`
  const conf = join(folder, 'slapd.conf')
  await mkdir(join(folder, 'data'))
  await writeFile(conf, configuration(folder, certificate))
  await writeFile(
    join(folder, 'people.ldif'),
    [...base, ...people.map(entryOf), ...referrals.map(referralOf)].join('\n\n'),
  )
  await run('slapadd', ['-f', conf, '-l', join(folder, 'people.ldif')])
  const server = spawn(program('slapd'), ['-f', conf, '-h', `ldap://127.0.0.1:${port}`, '-d', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const log: string[] = []
  server.stderr.on('data', (part) => log.push(String(part)))
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await exited
    }
    await rm(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; !(await answers(port)); attempt++) {
    if (attempt < 600 && server.exitCode === null) await delay(50)
    else {
      await stop()
      throw new Error(`slapd for the tests did not start: ${log.join('')}`)
    }
  }
  return {
    ...{ url, bindDn: service.dn, bindPassword: service.password },
    ...{ searchDn: `ou=people,${suffix}`, stop },
  }
}

function configuration(folder: string, certificate: TestCertificate | null): string {
  return [
    ...['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`),
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    ...(certificate === null
      ? []
      : [
          `TLSCertificateFile ${certificate.certificateFile}`,
          `TLSCertificateKeyFile ${certificate.keyFile}`,
          'TLSVerifyClient never',
        ]),
    // as in some directories: a login with a name and no password succeeds anonymously
    'allow bind_anon_dn bind_anon_cred',
    'database mdb',
    'maxsize 10485760',
    `suffix "${suffix}"`,
    `directory ${join(folder, 'data')}`,
    `access to attrs=userPassword by anonymous auth by * none`,
    `access to * by dn.exact="${service.dn}" read by anonymous auth by * none`,
  ].join('\n')
}

const base = [
  `dn: ${suffix}\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Example`,
  `dn: ${service.dn}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: service\nuserPassword: ${service.password}`,
  `dn: ou=people,${suffix}\nobjectClass: organizationalUnit\nou: people`,
]

function entryOf(person: TestPerson): string {
  const lines = Object.entries(person).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}:: ${Buffer.from(each).toString('base64')}`),
  )
  const dn = `cn=${person.cn.replace(/[,+"\\<>;=#]/g, '\\$&')},ou=people,${suffix}`
  const name = Buffer.from(dn).toString('base64')
  return [`dn:: ${name}`, 'objectClass: inetOrgPerson', ...lines].join('\n')
}

function referralOf({ cn, ref }: TestReferral): string {
  const classes = 'objectClass: referral\nobjectClass: extensibleObject'
  return `dn: cn=${cn},ou=people,${suffix}\n${classes}\ncn: ${cn}\nref: ${ref}`
}

/** Debian installs it in /usr/sbin, which is not on every PATH. */
function program(name: string): string {
  const path = `/usr/sbin/${name}`
  return existsSync(path) ? path : name
}

async function run(name: string, parameters: string[]): Promise<void> {
  const child = spawn(program(name), parameters, { stdio: ['ignore', 'ignore', 'pipe'] })
  const said: string[] = []
  child.stderr.on('data', (part) => said.push(String(part)))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${said.join('')}`)
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false))
    socket.once('close', (hadError) => resolve(!hadError))
  })
}
