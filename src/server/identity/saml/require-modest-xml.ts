import { SignInFailed } from '../sign-in/person.ts'

/** Limits of a document. */
export interface XmlLimits {
  characters: number
  /** includes comments and CDATA sections */
  elements: number
  attributes: number
  attributesOfElement: number
  /** characters of an attribute */
  maxValueLength: number
  depth: number
}

/**
 * A person in two thousand groups has a response of some 150,000 characters and two thousand elements. The
 * libraries take quadratic time: half a second for so many elements.
 */
export const limitsOfResponse: XmlLimits = {
  characters: 256 * 1024,
  elements: 3000,
  attributes: 9000,
  attributesOfElement: 30,
  maxValueLength: 4096,
  depth: 40,
}

/** For a federation with a few hundred members; nothing checks signatures in it. */
export const limitsOfMetadata: XmlLimits = {
  characters: 5_000_000,
  elements: 60_000,
  attributes: 120_000,
  attributesOfElement: 100,
  maxValueLength: 4096,
  depth: 40,
}

const attribute = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const startTag = /<[^\s<>="'/!?&]+/y
const endOfTag = /\s*(\/?)>/y
const declaration = /^\uFEFF?\s*<\?xml\s[^<>]*\?>/

/**
 * One pass over the text, in linear time, before any library reads it: rejects document types, processing
 * instructions and too much content. Tags must follow the standard exactly, so that no library finds more in the
 * text than was counted. Throws SignInFailed.
 */
export function requireModestXml(xml: string, limits: XmlLimits): void {
  if (xml.length > limits.characters) throw tooMuch(`${limits.characters} characters`)
  let [elements, attributes, depth] = [0, 0, 0]
  let at = xml.indexOf('<', declaration.exec(xml)?.[0].length ?? 0)
  while (at !== -1) {
    if (xml.startsWith('</', at)) {
      depth--
      if (depth < 0) throw malformed()
      at = after(xml, '>', at)
    } else {
      if (++elements > limits.elements) throw tooMuch(`${limits.elements} elements`)
      const skipped = skip(xml, at)
      if (skipped !== null) at = skipped
      else {
        const tag = readTag(xml, at, limits)
        attributes += tag.attributes
        if (attributes > limits.attributes) throw tooMuch(`${limits.attributes} attributes`)
        if (!tag.isEmpty && ++depth > limits.depth) throw tooMuch(`${limits.depth} levels`)
        at = tag.end
      }
    }
    at = xml.indexOf('<', at)
  }
  if (elements === 0 || depth !== 0) throw malformed()
}

/** The position after a comment or a CDATA section; null: an element begins here. */
function skip(xml: string, at: number): number | null {
  if (xml.startsWith('<!--', at)) return after(xml, '-->', at + 4)
  if (xml.startsWith('<![CDATA[', at)) return after(xml, ']]>', at + 9)
  if (xml.startsWith('<!', at)) throw new SignInFailed('The XML contains a document type, which is refused.')
  if (xml.startsWith('<?', at))
    throw new SignInFailed('The XML contains a processing instruction, which is refused.')
  return null
}

function readTag(xml: string, at: number, limits: XmlLimits) {
  startTag.lastIndex = at
  if (!startTag.test(xml)) throw malformed()
  let end = startTag.lastIndex
  let attributes = 0
  for (;;) {
    attribute.lastIndex = end
    const found = attribute.exec(xml)
    if (found === null) break
    end = attribute.lastIndex
    if (++attributes > limits.attributesOfElement)
      throw tooMuch(`${limits.attributesOfElement} attributes of one element`)
    if ((found[2] ?? found[3] ?? '').length > limits.maxValueLength)
      throw tooMuch(`${limits.maxValueLength} characters of one attribute`)
  }
  endOfTag.lastIndex = end
  const closed = endOfTag.exec(xml)
  if (closed === null) throw malformed()
  return { attributes, isEmpty: closed[1] === '/', end: endOfTag.lastIndex }
}

function after(xml: string, end: string, from: number): number {
  const found = xml.indexOf(end, from)
  if (found === -1) throw malformed()
  return found + end.length
}

function tooMuch(limit: string): SignInFailed {
  return new SignInFailed(`The XML contains more than ${limit}, which is refused.`)
}

function malformed(): SignInFailed {
  return new SignInFailed('The document is not well-formed XML.')
}
