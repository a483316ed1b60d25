import { SignInFailed } from '../sign-in/person.ts'

/** A document or an element. Names of elements are compared without their prefix, those of attributes with it. */
export type XmlNode = Document | Element

/**
 * `xml` has passed `requireModestXml`. The parser is the one with which node-saml checks signatures, so both read the
 * same from a text. Throws SignInFailed.
 */
export async function parseXml(xml: string): Promise<XmlNode> {
  const { DOMParser } = await import('@xmldom/xmldom')
  const fail = (message: unknown) => {
    throw new Error(String(message))
  }
  try {
    const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } })
    return parser.parseFromString(xml, 'text/xml')
  } catch (error) {
    throw new SignInFailed('The document is not well-formed XML.', error)
  }
}

export function childrenOf(node: XmlNode, name: string): Element[] {
  return [...elementsOf(node)].filter(({ localName }) => localName === name)
}

export function hasChildren(node: XmlNode): boolean {
  return !elementsOf(node).next().done
}

export function attributeOf(node: XmlNode, name: string): string {
  return isElement(node) ? (node.getAttribute(name) ?? '') : ''
}

/** The values of all attributes of this name, at any depth. */
export function attributesOf(document: XmlNode, name: string): string[] {
  const found: string[] = []
  const open = [document]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(attributeOf(next, name))
    // one by one: a list may exceed the arguments of a call
    for (const child of elementsOf(next)) open.push(child)
  }
  return found.filter((value) => value !== '')
}

/** The element's own text, without that of elements in it; comments do not cut it. */
export function textOf(node: XmlNode): string {
  let text = ''
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child.nodeType === textNode || child.nodeType === cdataNode) text += child.nodeValue ?? ''
  return trimXml(text)
}

/** Without the white space of XML around it, which indents; other invisible characters belong to the text. */
function trimXml(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text[start])) start++
  while (end > start && isSpace(text[end - 1])) end--
  return text.slice(start, end)
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r'
}

const [elementNode, textNode, cdataNode] = [1, 3, 4]

function isElement(node: Node): node is Element {
  return node.nodeType === elementNode
}

function* elementsOf(node: XmlNode): Generator<Element> {
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (isElement(child)) yield child
}
