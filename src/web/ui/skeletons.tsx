import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'

/** Announces to assistive technology that content is loading; the grey bars are hidden from it. */
function Loading({ children, label = t('Loading…') }: { children: ReactNode; label?: string }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sx-visually-hidden">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

/** Stable keys for n bars. */
function barKeys(count: number): string[] {
  return Array.from({ length: count }, (_, place) => `bar-${place}`)
}

const widths = ['62%', '48%', '71%', '55%', '66%', '43%', '58%']

export function TableSkeleton({ rows = 8, rowHeight = 40 }: { rows?: number; rowHeight?: number }) {
  return (
    <Loading>
      {barKeys(rows).map((key, row) => (
        <div
          key={key}
          style={{
            height: rowHeight,
            display: 'flex',
            alignItems: 'center',
            borderBottom: '1px solid var(--sx-border)',
          }}
        >
          <Skeleton height={12} width={widths[row % widths.length]} />
        </div>
      ))}
    </Loading>
  )
}

export function FormSkeleton({ fields = 5 }: { fields?: number }) {
  return (
    <Loading>
      <Stack gap={20} maw={560}>
        {barKeys(fields).map((key) => (
          <Stack key={key} gap={6}>
            <Skeleton height={12} width={110} />
            <Skeleton height={36} />
          </Stack>
        ))}
      </Stack>
    </Loading>
  )
}

export function CardsSkeleton({ cards = 6, height = 72 }: { cards?: number; height?: number }) {
  return (
    <Loading>
      <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fill, minmax(16rem, 1fr))' }}>
        {barKeys(cards).map((key) => (
          <Skeleton key={key} height={height} radius="md" />
        ))}
      </div>
    </Loading>
  )
}

/** A whole page: title and some lines. */
export function PageSkeleton() {
  return (
    <Loading>
      <Skeleton height={28} width={220} mb={24} />
      <Stack gap={12}>
        {widths.map((width) => (
          <Skeleton key={width} height={14} width={width} />
        ))}
      </Stack>
    </Loading>
  )
}
