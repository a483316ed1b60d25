import { IconDatabase } from '@tabler/icons-react'
import { sourcePresets } from '#shared/data-sources/source-presets.ts'
import { Logo } from '#web/ui/logo.tsx'

/** Each connector has its logo in its folder, named by its type. */
const addresses = import.meta.glob<string>('../../connectors/*/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})
const logos = new Map(
  Object.entries(addresses).map(([path, address]) => [/([^/]+)\.svg$/.exec(path)?.[1] ?? '', address]),
)

const presetLogos = new Map(sourcePresets.map(({ id, logo }) => [id, drawn(logo)]))

function drawn({ letters, color }: { letters: string; color: string }): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="8" fill="${color}"/><text x="20" y="26" fill="#fff" font-family="sans-serif" font-weight="600" font-size="17" text-anchor="middle">${letters}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Logo of a data source type or preset; a plain icon if the type has no logo. */
export function TypeLogo({ type, size = 32 }: { type: string; size?: number }) {
  return <Logo src={logos.get(type) ?? presetLogos.get(type)} sign={IconDatabase} size={size} />
}
