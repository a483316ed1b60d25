import { type PythonEnvironment, pythonEnvironment } from './engine-cache.ts'
import { startEngine } from './start-engine.ts'

const version = '5.2.5'
const account = '123456789012'

/** moto, which answers as the services of AWS do; or why this machine cannot have it. */
export function motoEnvironment(): Promise<PythonEnvironment | string> {
  return pythonEnvironment('moto', version, [`moto[server]==${version}`])
}

/** An account at AWS with one user, who may do everything. */
export interface MotoAccount {
  /** of all services: a request names its service in its signature */
  url: string
  accessKey: string
  secretKey: string
  userArn: string
  /** an operation of a service with the query protocol, before signatures are checked; returns its XML */
  call(service: string, action: string, parameters: Record<string, string>): Promise<string>
  /** a request to moto itself */
  control(path: string, input: unknown): Promise<void>
  /** from now on requests are refused if their signature is wrong, or the user lacks a permission */
  checkSignatures(): Promise<void>
  stop(): Promise<void>
}

export async function moto(environment: PythonEnvironment | string): Promise<MotoAccount> {
  if (typeof environment === 'string') throw new Error(environment)
  const { url, stop } = await startEngine('moto', {
    command: (port) => ({
      program: environment.python,
      args: ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)],
      env: { MOTO_ACCOUNT_ID: account },
    }),
    readyPath: '/moto-api/data.json',
  })
  const call = async (service: string, action: string, parameters: Record<string, string>) => {
    const scope = `anyone/20260101/us-east-1/${service}/aws4_request`
    const reply = await fetch(url, {
      method: 'POST',
      headers: { authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0` },
      body: new URLSearchParams({ Action: action, ...parameters }),
    })
    const answer = await reply.text()
    if (!reply.ok) throw new Error(`${action}: ${answer}`)
    return answer
  }
  const control = async (path: string, input: unknown) => {
    const body = JSON.stringify(input)
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${url}/moto-api/${path}`, { method: 'POST', headers, body })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  }
  await call('iam', 'CreateUser', { UserName: 'sextant' })
  await call('iam', 'PutUserPolicy', {
    ...{ UserName: 'sextant', PolicyName: 'everything' },
    PolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: { Effect: 'Allow', Action: '*', Resource: '*' },
    }),
  })
  const key = await call('iam', 'CreateAccessKey', { UserName: 'sextant' })
  const elementOf = (name: string) => new RegExp(`<${name}>([^<]+)<`).exec(key)?.[1] ?? ''
  return {
    url,
    accessKey: elementOf('AccessKeyId'),
    secretKey: elementOf('SecretAccessKey'),
    userArn: `arn:aws:iam::${account}:user/sextant`,
    call,
    control,
    checkSignatures: () => control('reset-auth', 0),
    stop,
  }
}
