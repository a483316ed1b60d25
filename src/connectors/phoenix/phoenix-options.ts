import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'

export const phoenixConfig: ConfigurationSchema = {
  type: 'object',
  properties: { url: { type: 'string' } },
  required: ['url'],
}

/** The address of the server, or a message that says what is wrong with it. */
export function readPhoenixUrl({ url }: ConnectorOptions): string | Phrase {
  const given = String(url ?? '').trim()
  const parsed = URL.canParse(given) ? new URL(given) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return phrase('Url must begin with http:// or https://.')
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return phrase('Url must hold no user and no password.')
  }
  return parsed.href
}
