import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Attribute, Change, Client } from 'ldapts'
import { freePort } from '../test-postgres.ts'
import type { TestCertificate } from './certificates.ts'

export interface TestDirectory {
  url: string
  /** the service account */
  bindDn: string
  bindPassword: string
  /** the branch of the users */
  searchDn: string
  /** as its admin; the directory notes the time */
  changePassword(cn: string, password: string): Promise<void>
  stop(): Promise<void>
}

const suffix = 'dc=example,dc=com'
const people = `ou=people,${suffix}`
const admin = { dn: `cn=admin,${suffix}`, password: 'admin secret' }
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
  persons: readonly TestPerson[],
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
    [...base, ...persons.map(entryOf), ...referrals.map(referralOf)].join('\n\n'),
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
    ...{ searchDn: people, stop },
    async changePassword(cn, password) {
      const client = new Client({ url })
      await client.bind(admin.dn, admin.password)
      const modification = new Attribute({ type: 'userPassword', values: [password] })
      await client.modify(`cn=${cn},${people}`, new Change({ operation: 'replace', modification }))
      await client.unbind()
    },
  }
}

function configuration(folder: string, certificate: TestCertificate | null): string {
  return [
    ...['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`),
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    'moduleload ppolicy',
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
    `rootdn "${admin.dn}"`,
    `rootpw "${admin.password}"`,
    `access to attrs=userPassword by anonymous auth by * none`,
    `access to * by dn.exact="${service.dn}" read by anonymous auth by * none`,
    // notes when a password is changed
    'overlay ppolicy',
  ].join('\n')
}

const base = [
  `dn: ${suffix}\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Example`,
  `dn: ${service.dn}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: service\nuserPassword: ${service.password}`,
  `dn: ${people}\nobjectClass: organizationalUnit\nou: people`,
]

function entryOf(person: TestPerson): string {
  const lines = Object.entries(person).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}:: ${Buffer.from(each).toString('base64')}`),
  )
  const dn = `cn=${person.cn.replace(/[,+"\\<>;=#]/g, '\\$&')},${people}`
  const name = Buffer.from(dn).toString('base64')
  return [`dn:: ${name}`, 'objectClass: inetOrgPerson', ...lines].join('\n')
}

function referralOf({ cn, ref }: TestReferral): string {
  const classes = 'objectClass: referral\nobjectClass: extensibleObject'
  return `dn: cn=${cn},${people}\n${classes}\ncn: ${cn}\nref: ${ref}`
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
