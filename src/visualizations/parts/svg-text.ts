/** Escapes text for XML and removes characters that XML does not allow. */
export function xmlText(text: string): string {
  let clean = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13
    const isLoneSurrogate = code >= 0xd800 && code <= 0xdfff
    if (!isControl && !isLoneSurrogate && code !== 0xfffe && code !== 0xffff) clean += character
  }
  return clean
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

type Attributes = Readonly<Record<string, string | number | undefined>>

/** An SVG element. Attribute values are escaped; `content` is markup. Numbers are rounded to hundredths. */
export function svgElement(name: string, attributes: Attributes, content = ''): string {
  let text = `<${name}`
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue
    text += ` ${key}="${typeof value === 'number' ? Math.round(value * 100) / 100 : xmlText(value)}"`
  }
  return content === '' ? `${text}/>` : `${text}>${content}</${name}>`
}

/** An SVG document of this size in pixels. */
export function svgDocument(width: number, height: number, content: string): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    'xmlns:xlink': 'http://www.w3.org/1999/xlink',
    width,
    height,
    viewBox: `0 0 ${Math.round(width * 100) / 100} ${Math.round(height * 100) / 100}`,
  }
  return svgElement('svg', attributes, content)
}
