import type { lookup as resolveName } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { ConnectionFailed } from '#connectors/connector-errors.ts'

/** What is said of an address that is not public and that the operator has not opened. */
export const privateAddressRefusal = "Can't query private addresses."
const metadataRefusal = "Can't connect to the metadata service of a cloud."

/** To which addresses a kind of request may connect. */
export interface Allowance {
  mayConnect(address: string, hostname: string): boolean
  /** why not */
  refusal: string
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Public addresses, and the host names, addresses and networks (10.0.0.0/8) that the operator has opened. */
export function publicAnd(entries: readonly string[]): Allowance {
  const names = new Set<string>()
  const networks: [Address, number][] = []
  for (const entry of entries) {
    if (ipaddr.isValidCIDR(entry)) networks.push(ipaddr.parseCIDR(entry))
    else if (ipaddr.isValid(entry)) {
      const address = ipaddr.parse(entry)
      networks.push([address, address.kind() === 'ipv4' ? 32 : 128])
    } else names.add(entry.toLowerCase())
  }
  return {
    refusal: privateAddressRefusal,
    mayConnect(address, hostname) {
      if (names.has(hostname.toLowerCase())) return true
      const parsed = ipaddr.process(address)
      if (parsed.range() === 'unicast' && !isIpv4Compatible(parsed)) return true
      return isIn(parsed, networks)
    },
  }
}

/** Credentials of the machine are at these addresses, besides the link-local ones. */
const metadataNetworks: [Address, number][] = [
  // Alibaba, Oracle, Azure's host, AWS and Google over IPv6
  ...['100.100.100.200/32', '192.0.0.192/32', '168.63.129.16/32', 'fd00:ec2::/32', 'fd20:ce::/32'],
].map((entry) => ipaddr.parseCIDR(entry))

/**
 * Every address except the metadata services of clouds: for the servers of data sources, which admins choose and which
 * are mostly in the private network.
 */
export const allButMetadata: Allowance = {
  refusal: metadataRefusal,
  mayConnect(address) {
    const parsed = embeddedIpv4(ipaddr.process(address))
    return parsed.range() !== 'linkLocal' && !isIn(parsed, metadataNetworks)
  },
}

/** The IPv4 address that an IPv6 address of a translator, a tunnel or the long-dead `::1.2.3.4` stands for. */
function embeddedIpv4(address: Address): Address {
  if (address.kind() === 'ipv4') return address
  const bytes = address.toByteArray()
  if (address.range() === 'rfc6052' || isIpv4Compatible(address)) return ipaddr.fromByteArray(bytes.slice(12))
  return address.range() === '6to4' ? ipaddr.fromByteArray(bytes.slice(2, 6)) : address
}

function isIn(address: Address, networks: readonly (readonly [Address, number])[]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network as ipaddr.IPv4, bits),
  )
}

/** `::127.0.0.1`: the long-dead form of an IPv4 address, which some stacks still connect to. */
function isIpv4Compatible(address: Address): boolean {
  const bytes = address.toByteArray()
  return bytes.length === 16 && bytes.slice(0, 12).every((byte) => byte === 0)
}

/** The URL parser has turned decimal, octal and hexadecimal spellings of addresses into the usual ones. */
export function readTarget(text: string, allowed: Allowance): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) throw new ConnectionFailed(`"${text}" is not a valid URL.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ConnectionFailed(`Only http and https addresses can be read, not ${url.protocol}`)
  }
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  // an address is connected to without a look-up, so it has to be checked here
  if (ipaddr.isValid(literal) && !allowed.mayConnect(literal, url.hostname))
    throw new ConnectionFailed(allowed.refusal)
  return url
}

/** A look-up that hands on only addresses that may be connected to; one forbidden address refuses the name. */
export function guardedLookup(resolve: typeof resolveName, allowed: Allowance): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '')
      const [first] = addresses
      if (first === undefined) return callback(new ConnectionFailed(`${hostname} has no address.`), '')
      if (addresses.some(({ address }) => !allowed.mayConnect(address, hostname))) {
        return callback(new ConnectionFailed(allowed.refusal), '')
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
