import type { Duplex } from 'node:stream'
import { countBytes } from '../counted-stream.ts'
import { maxRowBytes, rowTooLarge } from '../result-limits.ts'
import { WireFault } from '../wire-fault.ts'
import type { HeldBytes } from './oracle-driver.ts'

interface Allowance {
  bytes: number
  packets: number
  message: string
}

const ofLogin: Allowance = {
  bytes: 1_000_000,
  packets: 1000,
  message: 'The server sent more than a login takes.',
}
/** The packets are of the usual size of 8 kB: more than the largest row takes. */
const ofAnswer: Allowance = { bytes: maxRowBytes, packets: 20_000, message: rowTooLarge }
const ofRest: Allowance = {
  bytes: 65_536,
  packets: 100,
  message: 'The server sent something that nobody asked for.',
}
const resend = 11
const maxResends = 5

export interface WireWatch {
  /** Counts what comes on this stream from now on; no longer what comes on an earlier one, which is below it. */
  count(stream: Duplex): void
  /** a packet has come; false: it must not be kept */
  packet(type: number): boolean
  /** an answer begins: it may take as many bytes as a row may */
  expect(): void
  rest(): void
  /** what keeps bytes until `release`, so that nothing that knows the connection keeps them longer */
  hold(held: HeldBytes): void
  release(): void
}

/**
 * The driver keeps what comes without a limit, from the first byte until the connection is closed, and reads all of it
 * again with each packet.
 */
export function watchWire(giveUp: (fault: WireFault) => void): WireWatch {
  let allowed = ofLogin
  let [bytes, packets, resends] = [0, 0, 0]
  let counted: Duplex | null = null
  const holders = new Set<HeldBytes>()
  const allow = (allowance: Allowance) => {
    allowed = allowance
    bytes = 0
    packets = 0
  }
  const check = () => {
    const isAllowed = bytes <= allowed.bytes && packets <= allowed.packets
    if (!isAllowed) giveUp(new WireFault(allowed.message))
    return isAllowed
  }
  return {
    count(stream) {
      counted = stream
      countBytes(stream, (length) => {
        if (counted !== stream) return
        bytes += length
        check()
      })
    },
    packet(type) {
      packets++
      if (type === resend && ++resends > maxResends) {
        giveUp(new WireFault('The server asked again and again for the same message.'))
        return false
      }
      return check()
    },
    expect: () => allow(ofAnswer),
    rest: () => allow(ofRest),
    hold(held) {
      holders.add(held)
    },
    release() {
      for (const held of holders) held.forget()
      holders.clear()
    },
  }
}
