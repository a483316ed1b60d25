import { isDecimalText } from './decimal.ts'

/** `digits` / 10^`places`, exactly. */
export interface ExactDecimal {
  digits: bigint
  places: number
}

const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/

/**
 * The exact value of a number as it is written: 0.1 is one tenth. `undefined` for what is no finite number; texts count
 * only when they are decimal.
 */
export function exactDecimal(value: unknown): ExactDecimal | undefined {
  if (typeof value === 'bigint') return { digits: value, places: 0 }
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { digits: BigInt(value), places: 0 }
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (!isDecimalText(text)) return undefined
  const [, sign, integer = '', fraction = '', exponent = '0'] = parts.exec(text) ?? []
  const digits = BigInt(integer + fraction)
  const signed = sign === '-' ? -digits : digits
  const places = fraction.length - Number(exponent)
  return places < 0 ? { digits: signed * 10n ** BigInt(-places), places: 0 } : { digits: signed, places }
}

export function addDecimals(one: ExactDecimal, other: ExactDecimal): ExactDecimal {
  if (one.places === other.places) return { digits: one.digits + other.digits, places: one.places }
  const places = Math.max(one.places, other.places)
  return { digits: scaled(one, places) + scaled(other, places), places }
}

export function compareDecimals(one: ExactDecimal, other: ExactDecimal): number {
  const places = Math.max(one.places, other.places)
  const [left, right] = [scaled(one, places), scaled(other, places)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Decimals of an average that does not come out even. */
const averagePlaces = 6

/** The quotient, rounded half away from zero where it has more decimals than the dividend and six. */
export function divideDecimal({ digits, places }: ExactDecimal, count: number): ExactDecimal {
  const kept = Math.max(places, averagePlaces)
  const dividend = digits * 10n ** BigInt(kept - places)
  const divisor = BigInt(count)
  const half = (dividend < 0n ? -divisor : divisor) / 2n
  return { digits: (dividend + half) / divisor, places: kept }
}

/** The plain text without an exponent and without zeros at the end of its fraction. */
export function decimalToText({ digits, places }: ExactDecimal): string {
  const isNegative = digits < 0n
  const all = String(isNegative ? -digits : digits).padStart(places + 1, '0')
  const integer = all.slice(0, all.length - places)
  let end = all.length
  while (end > integer.length && all.charCodeAt(end - 1) === 48) end--
  const fraction = all.slice(integer.length, end)
  const text = fraction === '' ? integer : `${integer}.${fraction}`
  return isNegative && digits !== 0n ? `-${text}` : text
}

function scaled({ digits, places }: ExactDecimal, wanted: number): bigint {
  return places === wanted ? digits : digits * 10n ** BigInt(wanted - places)
}

/** Adds numbers exactly. Integers are first added as doubles, as long as that is exact: it is a hundred times faster. */
export function createExactSum(): { add(value: ExactDecimal | number): void; total(): ExactDecimal } {
  let small = 0
  let rest: ExactDecimal = { digits: 0n, places: 0 }
  const flush = () => {
    if (small !== 0) rest = addDecimals(rest, { digits: BigInt(small), places: 0 })
    small = 0
  }
  return {
    add(value) {
      if (typeof value !== 'number') rest = addDecimals(rest, value)
      else {
        const sum = small + value
        if (Number.isSafeInteger(sum) && Number.isSafeInteger(value)) small = sum
        else {
          flush()
          const exact = exactDecimal(value)
          if (exact !== undefined) rest = addDecimals(rest, exact)
        }
      }
    },
    total() {
      flush()
      return rest
    },
  }
}
