import { isIP } from 'node:net'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'

export interface OracleAddress {
  host: string
  port: number
  /** TLS, which Oracle calls TCPS */
  isSecure: boolean
}

/** What a session connects to. Nothing else of a connect string is passed to the driver. */
export interface OracleTarget {
  addresses: OracleAddress[]
  service: { key: 'SERVICE_NAME' | 'SID'; value: string }
  /** `dedicated`, `shared` or `pooled`; null: what the listener likes */
  server: string | null
}

const easy =
  /^(?:(tcps?):)?(?:\/\/)?(\[[^\]]+\]|[\w.-]+)(?::(\d{1,5}))?\/([\w.$#-]+)(?::(dedicated|shared|pooled))?$/i
/** as drivers for Java write it */
const withSid = /^(\[[^\]]+\]|[\w.-]+):(\d{1,5}):([\w$#-]+)$/

const wrong = phrase(
  'DSN Service Name must be written as host:port/service, host:port:SID or (DESCRIPTION=…) when the host is _useservicename. Sextant reads no tnsnames.ora.',
)

/** Reads a connect string, or returns a message. */
export function readTarget(given: string, isSecure: boolean): OracleTarget | Phrase {
  const text = given.trim()
  if (text.startsWith('(')) return described(text, isSecure) ?? wrong
  const found = easy.exec(text)
  if (found !== null) {
    const secure = isSecure || found[1]?.toLowerCase() === 'tcps'
    const address = addressOf(found[2] ?? '', found[3] ?? '1521', secure)
    if (address === null) return wrong
    const service = { key: 'SERVICE_NAME', value: found[4] ?? '' } as const
    return { addresses: [address], service, server: found[5]?.toLowerCase() ?? null }
  }
  const [, host = '', port = '', sid = ''] = withSid.exec(text) ?? []
  const address = addressOf(host, port, isSecure)
  return address === null
    ? wrong
    : { addresses: [address], service: { key: 'SID', value: sid }, server: null }
}

/** What the driver gets. `host`: where it looks for the server itself; through a tunnel, it does not. */
export function descriptorOf({ addresses, service, server }: OracleTarget, isTunnelled: boolean): string {
  const list = addresses.map(({ host, port, isSecure }) => {
    // the driver would look up the name here, not where the tunnel ends
    const shown = isTunnelled && isIP(host) === 0 ? '127.0.0.1' : host
    return `(ADDRESS=(PROTOCOL=${isSecure ? 'tcps' : 'tcp'})(HOST=${shown})(PORT=${port}))`
  })
  const connect = `(${service.key}=${service.value})${server === null ? '' : `(SERVER=${server})`}`
  return `(DESCRIPTION=(ADDRESS_LIST=${list.join('')})(CONNECT_DATA=${connect}))`
}

interface Node {
  key: string
  value: string
  children: Node[]
}

/** Keys that have no effect here, or that a session does not need. */
const ignored = new Set([
  ...['LOAD_BALANCE', 'FAILOVER', 'CONNECT_TIMEOUT', 'TRANSPORT_CONNECT_TIMEOUT', 'RETRY_COUNT'],
  ...['RETRY_DELAY', 'ENABLE', 'EXPIRE_TIME', 'SDU', 'FAILOVER_MODE', 'SECURITY', 'SOURCE_ROUTE'],
])

function described(text: string, isSecure: boolean): OracleTarget | null {
  const root = readNode(text)
  if (root?.key !== 'DESCRIPTION') return null
  const addresses: OracleAddress[] = []
  let service: OracleTarget['service'] | null = null
  let server: string | null = null
  const readAll = (nodes: readonly Node[]): boolean =>
    nodes.every(({ key, value, children }) => {
      if (key === 'ADDRESS_LIST' || key === 'CONNECT_DATA') return readAll(children)
      if (key === 'ADDRESS') {
        const [protocol = '', host = '', port = '1521'] = ['PROTOCOL', 'HOST', 'PORT'].map(
          (name) => children.find((child) => child.key === name)?.value,
        )
        const address = addressOf(host, port, isSecure || protocol.toLowerCase() === 'tcps')
        if (address === null || !/^tcps?$/i.test(protocol)) return false
        addresses.push(address)
        return true
      }
      if (key === 'SERVICE_NAME' || key === 'SID') {
        if (!/^[\w.$#-]+$/.test(value)) return false
        service = { key, value }
        return true
      }
      if (key === 'SERVER') {
        server = value.toLowerCase()
        return ['dedicated', 'shared', 'pooled'].includes(server)
      }
      return ignored.has(key)
    })
  if (!readAll(root.children) || addresses.length === 0 || service === null) return null
  return { addresses, service, server }
}

const maxLength = 10_000

/** `(KEY=value)` or `(KEY=(…)(…))`; null: the text is something else. */
function readNode(text: string): Node | null {
  if (text.length > maxLength) return null
  let at = 0
  const blanks = () => {
    while (/\s/.test(text[at] ?? '')) at++
  }
  const node = (depth: number): Node | null => {
    const head = /\(\s*(\w+)\s*=\s*/y
    head.lastIndex = at
    const found = head.exec(text)
    if (found === null || depth > 6) return null
    at = head.lastIndex
    const children: Node[] = []
    while (text[at] === '(') {
      const child = node(depth + 1)
      if (child === null) return null
      children.push(child)
      blanks()
    }
    const rest = /[^()]*/y
    rest.lastIndex = at
    const value = children.length > 0 ? '' : (rest.exec(text)?.[0] ?? '').trim()
    if (children.length === 0) at = rest.lastIndex
    if (text[at] !== ')') return null
    at++
    return { key: (found[1] ?? '').toUpperCase(), value, children }
  }
  const root = node(0)
  blanks()
  return at === text.length ? root : null
}

function addressOf(given: string, portText: string, isSecure: boolean): OracleAddress | null {
  const host = given.replace(/^\[(.*)\]$/, '$1')
  const port = Number(portText)
  const isHost = isIP(host) !== 0 || /^[\w.-]+$/.test(host)
  if (!isHost || !Number.isInteger(port) || port < 1 || port > 65_535) return null
  return { host, port, isSecure }
}
