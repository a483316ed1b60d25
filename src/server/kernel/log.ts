import { type Logger, pino } from 'pino'
import type { Config } from './config/config.ts'

/** Names of secret arguments, also as `name[]` and inside an address that is itself an argument. */
const secret = /(?:^|[?&;#])(?:api_key|token|password|code|signature|SAMLRequest|RelayState)(?:\[[^\]]*\])?=/i
/** Nested addresses are encoded once more per level. */
const maxEncodingDepth = 4

/** Paths that contain a token: shared dashboards and links from mails. */
const tokenPath =
  /^(\/+(?:api\/+dashboards\/+public|public\/+dashboards|verify|invite|reset|restore)\/+)[^/]+/i

/** The URL for logs: without the values of keys and tokens in any encoding (docs/reference/promises.md#s17). */
export function redactUrl(url: string): string {
  return redactArguments(redactPath(url))
}

function redactPath(url: string): string {
  const end = url.search(/[?#;]/)
  const path = decodeAll(end === -1 ? url : url.slice(0, end))
  if (!tokenPath.test(path)) return url
  return path.replace(tokenPath, (_, before: string) => `${before}…`) + (end === -1 ? '' : url.slice(end))
}

function redactArguments(url: string): string {
  const start = url.indexOf('?') + 1
  if (start === 0) return url
  const [query = '', ...fragment] = url.slice(start).split('#')
  const parts = query.split(/([&;])/)
  return [url.slice(0, start) + parts.map(redactArgument).join(''), ...fragment].join('#')
}

function redactArgument(argument: string): string {
  const decoded = decodeAll(argument)
  if (!secret.test(decoded) && !tokenPath.test(pathOf(decoded))) return argument
  const end = argument.indexOf('=') + 1
  return `${argument.slice(0, end)}…`
}

/** The path of an address that is the value of an argument, as in `next`. */
function pathOf(argument: string): string {
  return argument.slice(argument.indexOf('=') + 1).replace(/^[a-z]{1,10}:\/\/[^/]*/i, '')
}

function decodeAll(text: string): string {
  let decoded = text
  for (let level = 0; level < maxEncodingDepth && decoded.includes('%'); level++) {
    decoded = decoded.replace(/%[0-7][0-9a-f]/gi, decodeURIComponent)
  }
  return decoded
}

interface BugDescription {
  type: string
  message: string
  stack: string | undefined
  code?: string
  cause?: BugDescription
}

/**
 * The loggable parts of an unexpected error. Only selected fields, because driver errors also contain row values and
 * connection options.
 */
export function describeBug(error: unknown, depth = 0): BugDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: undefined }
  const { code } = error as { code?: unknown }
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause !== undefined && depth < 5 ? { cause: describeBug(error.cause, depth + 1) } : {}),
  }
}

/** The log of one process: JSON lines on its standard output. */
export const openLog = (config: Pick<Config, 'logLevel'>, role: string): Logger =>
  pino({
    level: config.logLevel,
    base: { role, pid: process.pid },
    // database errors contain row values, so only selected fields are logged
    serializers: { err: describeBug },
  })
