import { t } from '../messages/translate.ts'

const units = [t('bytes'), t('KB'), t('MB'), t('GB'), t('TB'), t('PB')]

/** A size in base 1024 (docs/reference/screens.md#units): `0 bytes`, `512 bytes`, `1.5 KB`, `20 MB`. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return ''
  let scaled = bytes
  let power = 0
  while (power < units.length - 1 && Number(scaled.toFixed(2)) >= 1024) {
    scaled /= 1024
    power++
  }
  return `${Number(scaled.toFixed(power === 0 ? 0 : 2))} ${units[power]}`
}
