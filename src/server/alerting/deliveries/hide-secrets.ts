import { type ConfigurationSchema, secretPlaceholder } from '#shared/config-form/configuration-schema.ts'

const minSecretLength = 4
const minPathPartLength = 8

/**
 * Removes the secrets of these options from a text: an answer may repeat the token it was sent, and a webhook's secret
 * is part of its address.
 */
export function hideSecrets(
  text: string,
  schema: ConfigurationSchema,
  options: Readonly<Record<string, unknown>>,
): string {
  const secrets = (schema.secret ?? []).flatMap((name) => spellings(options[name], options['username']))
  const longestFirst = [...new Set(secrets)].sort((one, other) => other.length - one.length)
  return longestFirst.reduce((shown, secret) => shown.replaceAll(secret, secretPlaceholder), text)
}

function spellings(secret: unknown, login: unknown): string[] {
  if (typeof secret !== 'string' || secret.trim().length < minSecretLength) return []
  const plain = secret.trim()
  const forms = [secret, plain, encodeURIComponent(plain), JSON.stringify(plain).slice(1, -1)]
  // the form of a login in a header
  if (typeof login === 'string') forms.push(Buffer.from(`${login.trim()}:${secret}`).toString('base64'))
  if (!URL.canParse(plain)) return forms
  const { href, pathname, search, username, password, searchParams } = new URL(plain)
  const parts = [...pathname.split('/'), ...searchParams.values(), username, password]
  return [
    ...forms,
    href,
    ...[`${pathname}${search}`, pathname].filter((path) => path.length >= minPathPartLength),
    ...parts.filter((part) => part.length >= minPathPartLength),
  ]
}
