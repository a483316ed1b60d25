import { X509Certificate } from 'node:crypto'

/** The certificates of a text: one or many in PEM form, or one in base64; null when one is invalid. */
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
