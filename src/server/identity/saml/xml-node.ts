import { SignInFailed } from '../sign-in/person.ts'

/** An element as the SAML library parses it: attributes in `$`, text in `_`, children by name. */
export type XmlNode = Readonly<Record<string, unknown>>

/** `xml` has passed `requireModestXml`. Throws SignInFailed. */
export async function parseXml(xml: string): Promise<XmlNode> {
  const { parseXml2JsFromString } = await import('@node-saml/node-saml/lib/xml.js')
  try {
    const document: unknown = await parseXml2JsFromString(xml)
    return isNode(document) ? document : {}
  } catch (error) {
    throw new SignInFailed('The document is not well-formed XML.', error)
  }
}

export function childrenOf(node: XmlNode, name: string): XmlNode[] {
  const value = Object.hasOwn(node, name) ? node[name] : undefined
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.filter(isNode)
}

export function attributeOf(node: XmlNode, name: string): string {
  const attributes = node['$']
  const value = isNode(attributes) && Object.hasOwn(attributes, name) ? attributes[name] : ''
  return typeof value === 'string' ? value : ''
}

/** The values of all attributes of this name, at any depth. */
export function attributesOf(document: XmlNode, name: string): string[] {
  const found: string[] = []
  const open: unknown[] = [document]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { $: _, ...children } = isNode(next) ? next : {}
    if (isNode(next)) found.push(attributeOf(next, name))
    // one by one: a list may exceed the arguments of a call
    for (const child of Array.isArray(next) ? next : Object.values(children)) open.push(child)
  }
  return found.filter((value) => value !== '')
}

export function textOf(node: XmlNode): string {
  const text = node['_']
  return typeof text === 'string' ? text.trim() : ''
}

function isNode(value: unknown): value is XmlNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
