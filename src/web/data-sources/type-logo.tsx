import { IconDatabase } from '@tabler/icons-react'
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

/** Logo of a data source type; a plain icon if the type has no logo. */
export function TypeLogo({ type, size = 32 }: { type: string; size?: number }) {
  return <Logo src={logos.get(type)} sign={IconDatabase} size={size} />
}
