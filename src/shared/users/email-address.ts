/**
 * The one rule about email addresses that name people, wherever one enters: forms, invitations, providers, directories,
 * tokens, commands. Answers the address as it is kept, in small letters; null when it is none.
 *
 * Letters of any script are allowed, but no character that could make two addresses look or become alike: none that
 * changes to ASCII when letters are folded or normalized (the Kelvin sign, the long s, the dotless i, full-width
 * letters), no second spelling of a composed letter, nothing invisible, and no other full stop in the domain. Only
 * spaces around an address are cut off: a provider's address with any other invisible character around it is refused,
 * because without that character it would be the address of another person.
 */
export function readEmail(text: string): string | null {
  // refused also around the address
  if (invisible.test(text.replaceAll(' ', ''))) return null
  const trimmed = text.trim()
  if (trimmed.length > 255 || !address.test(trimmed)) return null
  if (trimmed !== trimmed.normalize('NFC')) return null
  if ([...trimmed].some(foldsToAscii)) return null
  return trimmed.toLowerCase()
}

export function isEmail(text: string): boolean {
  return readEmail(text) !== null
}

/** One `@` with something before it and a name of a host behind it; finer rules refuse real addresses. */
const address = /^[^\s@<>"(),:;[\]\\]+@[^\s@.<>"(),:;[\]\\]+(\.[^\s@.<>"(),:;[\]\\]+)*$/

/** Control and format characters, what is drawn as nothing, and what has no meaning of its own. */
const invisible =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\ufffd\u3002\uff61\u{16fe4}\u{1d159}]/u

function foldsToAscii(character: string): boolean {
  if (isAscii(character)) return false
  const upper = character.toUpperCase()
  const forms = [character.toLowerCase(), character.normalize('NFKC')]
  // ß is SS in capitals, which nobody folds to
  if (upper.length === character.length) forms.push(upper)
  return forms.some((form) => [...form].some(isAscii))
}

function isAscii(character: string): boolean {
  return character <= '\u007f'
}
