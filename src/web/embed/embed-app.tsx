import { StrictMode, Suspense, useEffect, useMemo } from 'react'
import { lazy, setPatience } from '#web/ui/lazy.tsx'
import { VisitorThemeProvider, waitForVisitorPart } from '#web/ui/visitor-page.tsx'
import { type EmbedAddress, readEmbedAddress } from './embed-address.ts'
import { EmbedError, EmbedFrame } from './embed-frame.tsx'
import { useEmbedRun } from './embed-runner.ts'
import { EmbedSkeleton } from './embed-skeleton.tsx'
import { embedWords } from './embed-words.ts'
import { type EmbeddedQuery, useEmbeddedQuery } from './use-embedded-query.ts'

setPatience(waitForVisitorPart)

/** The page of the address, without session, router and cache, which would make every frame slower. */
export function EmbedApp() {
  const address = useMemo(() => readEmbedAddress(window.location), [])
  return (
    <StrictMode>
      <VisitorThemeProvider asked={address?.theme ?? null}>
        <Embedded address={address} />
      </VisitorThemeProvider>
    </StrictMode>
  )
}

function Embedded({ address }: { address: EmbedAddress | null }) {
  return address === null ? <EmbedError message={embedWords.unknown} /> : <EmbedPage address={address} />
}

const ParameterizedEmbed = lazy(() =>
  import('./parameterized-embed.tsx').then((module) => ({ default: module.ParameterizedEmbed })),
)

/** A visualization in the frame of another site (docs/reference/screens.md#embeds). */
function EmbedPage({ address }: { address: EmbedAddress }) {
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

/** Lazy: only some need the code for parameters. */
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
