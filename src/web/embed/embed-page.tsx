import { Suspense, useEffect } from 'react'
import { lazy } from '#web/ui/lazy.tsx'
import type { EmbedAddress } from './embed-address.ts'
import { EmbedError } from './embed-error.tsx'
import { EmbedFrame } from './embed-frame.tsx'
import { EmbedSkeleton } from './embed-skeleton.tsx'
import { useEmbedRun } from './use-embed-run.ts'
import { type EmbeddedQuery, useEmbeddedQuery } from './use-embedded-query.ts'

const ParameterizedEmbed = lazy(() =>
  import('./parameterized-embed.tsx').then((module) => ({ default: module.ParameterizedEmbed })),
)

/** A visualization in the frame of another site (docs/reference/screens.md#embeds). */
export function EmbedPage({ address }: { address: EmbedAddress }) {
  const load = useEmbeddedQuery(address)
  if (load.phase === 'loading') return <EmbedSkeleton flags={address.flags} />
  if (load.phase === 'failed') return <EmbedError message={load.message} />
  if (!takesParameters(load)) return <PlainEmbed address={address} embedded={load} />
  return (
    <Suspense fallback={<EmbedSkeleton flags={address.flags} />}>
      <ParameterizedEmbed address={address} embedded={load} />
    </Suspense>
  )
}

/** Only then are the parts that read and show parameters loaded. */
function takesParameters({ query }: EmbeddedQuery): boolean {
  return query.query.includes('{{')
}

const noValues = {}

function PlainEmbed({ address, embedded }: { address: EmbedAddress; embedded: EmbeddedQuery }) {
  const run = useEmbedRun(address)
  const { execute } = run
  useEffect(() => execute({ parameters: noValues, maxAge: address.maxAge }), [execute, address])
  return (
    <EmbedFrame
      address={address}
      embedded={embedded}
      run={run}
      hasParameters={false}
      values=""
      onRefresh={() => execute({ parameters: noValues, maxAge: 0 })}
    />
  )
}
