import { X509Certificate } from 'node:crypto'

/** The certificates of a text in PEM form, one or many, or of the base64 of one; null when one of them is none. */
export function readCertificates(text: string): string[] | null {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [text]
  const certificates = blocks.map(readCertificate)
  const valid = certificates.filter((certificate) => certificate !== null)
  return valid.length === certificates.length ? valid : null
}

function readCertificate(block: string): string | null {
  const base64 = block.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '')
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString()
  } catch {
    return null
  }
}
