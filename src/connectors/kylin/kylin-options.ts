import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const kylinConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', title: 'Kylin API URL', default: 'http://kylin.example.com/kylin/' },
    project: { type: 'string', title: 'Kylin Project' },
    user: { type: 'string', title: 'Kylin Username' },
    password: { type: 'string', title: 'Kylin Password' },
  },
  order: ['url', 'project', 'user', 'password'],
  required: ['url', 'project', 'user', 'password'],
  secret: ['password'],
  sent_to: { password: ['url'] },
}

export interface KylinOptions {
  /** without a slash at its end */
  url: string
  project: string
  headers: Record<string, string>
}

/** The options, or a message that names the wrong one. */
export function readKylinOptions({ url, project, user, password }: ConnectorOptions): KylinOptions | Phrase {
  const parsed = URL.canParse(text(url)) ? new URL(text(url)) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return phrase('Kylin API URL must begin with http:// or https://.')
  }
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '') {
    return phrase('Kylin API URL must hold no user and no password.')
  }
  const headers = { authorization: basicAuthorization(text(user), String(password ?? '')) }
  return { url: `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`, project: text(project), headers }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim()
}
