import { useDirection } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useMemo } from 'react'

/** The drawn columns: the pinned ones, then a part of the others. */
export interface DrawnColumns {
  /** places among the shown columns */
  places: readonly number[]
  /** total width of the omitted columns on each side, in pixels */
  before: number
  after: number
}

const columnsDrawnAtOnce = 50
const columnsWhenHidden = 12

/** With more than 50 columns, draws only those in view and a few next to them. */
export function useDrawnColumns(
  widths: readonly number[],
  pinned: number,
  region: RefObject<HTMLElement | null>,
): DrawnColumns {
  const { dir } = useDirection()
  const isOn = widths.length > columnsDrawnAtOnce
  const virtualizer = useVirtualizer({
    horizontal: true,
    isRtl: dir === 'rtl',
    enabled: isOn,
    count: widths.length - pinned,
    getScrollElement: () => region.current,
    estimateSize: (index) => widths[pinned + index] ?? 0,
    overscan: 6,
    initialRect: { width: 1440, height: 600 },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer keeps the widths it has read
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, widths])
  const items = isOn ? virtualizer.getVirtualItems() : []
  const first = isOn ? (items[0]?.index ?? 0) : 0
  // no column is in view while the table is hidden: draw the first ones
  const last = isOn ? (items.at(-1)?.index ?? columnsWhenHidden - 1) + 1 : widths.length - pinned
  return useMemo(() => {
    const sum = (from: number, to?: number) =>
      widths.slice(from, to).reduce((total, width) => total + width, 0)
    const end = Math.min(pinned + last, widths.length)
    return {
      places: widths.flatMap((_, place) =>
        place < pinned || (place >= pinned + first && place < end) ? [place] : [],
      ),
      before: sum(pinned, pinned + first),
      after: sum(end),
    }
  }, [widths, pinned, first, last])
}
