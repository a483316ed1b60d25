import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type MotoAccount, moto, motoEnvironment } from '#test/engines/moto.ts'
import { withEngine } from '#test/engines/start-engine.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { actingAs, awsKeys, readAwsIdentity } from './aws-identity.ts'
import { askAws } from './aws-request.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const athena = { name: 'athena', target: 'AmazonAthena', version: '1.1' } as const
const environment = await motoEnvironment()

withEngine('moto 5.2', [typeof environment === 'string' && environment], () => {
  let account: MotoAccount
  const signal = AbortSignal.timeout(60_000)
  beforeAll(async () => {
    account = await moto(environment)
    await account.call('iam', 'CreateRole', {
      RoleName: 'analytics',
      AssumeRolePolicyDocument: JSON.stringify({
        Version: '2012-10-17',
        Statement: {
          Effect: 'Allow',
          Principal: { AWS: account.userArn },
          Action: 'sts:AssumeRole',
          Condition: { StringEquals: { 'sts:ExternalId': 'a secret & more' } },
        },
      }),
    })
    await account.call('iam', 'PutRolePolicy', {
      ...{ RoleName: 'analytics', PolicyName: 'reads' },
      PolicyDocument: JSON.stringify({
        Version: '2012-10-17',
        Statement: { Effect: 'Allow', Action: 'athena:ListWorkGroups', Resource: '*' },
      }),
    })
    await account.checkSignatures()
  })
  beforeEach(() => vi.stubEnv('AWS_ENDPOINT_URL', account.url))
  afterAll(async () => {
    vi.unstubAllEnvs()
    await account?.stop()
  })

  const identityOf = (given: object) => {
    const options = {
      region: 'eu-central-1',
      accessKey: account.accessKey,
      secretKey: account.secretKey,
      ...given,
    }
    const titles = { region: 'Region', accessKey: 'Key', secretKey: 'Secret', role: 'Role' }
    const identity = readAwsIdentity(options, titles)
    if (!('region' in identity)) throw new Error(String(identity))
    return identity
  }
  const ask = async (given: object, operation = 'ListWorkGroups', input: object = {}) => {
    const identity = await actingAs(identityOf(given), {
      actingUser: async () => ({ email: 'änn@example.com', is_email_verified: true }),
    })
    return await (await askAws({ identity, host }, athena, operation, input, signal)).text()
  }
  const role = 'arn:aws:iam::123456789012:role/analytics'

  it('accepts what is signed with a key', async () => {
    expect(await ask({})).toContain('"primary"')
    expect(await ask({}, 'GetWorkGroup', { WorkGroup: 'primary', note: 'é 😀 "\\\n' })).toContain('"primary"')
  })

  describe('says what is wrong with', () => {
    const messageOf = async (given: object, operation?: string) => {
      const failure = await failureOf(ask(given, operation))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect(String(failure)).not.toContain('wrong-secret')
      return String(failure)
    }
    it('a secret', async () => {
      expect(await messageOf({ secretKey: 'wrong-secret' })).toMatch(/refuses the credentials \(.*signature/s)
    })
    it('a key', async () => {
      expect(await messageOf({ accessKey: 'AKIA0000', secretKey: 'wrong-secret' })).toMatch(
        /refuses the credentials \(.*security token/s,
      )
    })
    it('a session token', async () => {
      expect(
        await messageOf({ accessKey: 'ASIA0000', secretKey: 'x', sessionToken: 'wrong-secret' }),
      ).toMatch(/refuses the credentials/)
    })
    it('the external id of a role', async () => {
      expect(await messageOf({ role, externalId: 'wrong' })).toMatch(
        /does not give the role arn:.*role\/analytics: .*not authorized/,
      )
    })
    it('a permission', async () => {
      const given = { role, externalId: 'a secret & more' }
      expect(await messageOf(given, 'ListDataCatalogs')).toMatch(
        /does not permit ListDataCatalogs in eu-central-1/,
      )
    })
  })

  it('gives keys of a role for an hour, which are kept', async () => {
    const given = { role, externalId: 'a secret & more' }
    expect(await ask(given)).toContain('"primary"')
    const identity = identityOf(given)
    const keys = await awsKeys(identity, host, signal)
    expect(keys).not.toMatchObject({ accessKey: account.accessKey })
    expect(await awsKeys(identity, host, signal)).toBe(keys)
    const temporary = { ...keys, sessionToken: keys.sessionToken }
    expect(await ask(temporary)).toContain('"primary"')
  })
})
