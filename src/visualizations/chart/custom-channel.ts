import {
  customChartGreeting,
  type FromCustomChart,
  type ToCustomChart,
} from '#shared/visualizations/custom-chart-frame.ts'

/** The frame's side of a custom chart: what it said last, and a way to tell it something. */
export interface CustomChannel {
  send(message: ToCustomChart): void
  /** the plot as a `data:` address; null when there is none or the frame does not answer */
  export(format: 'svg' | 'png', scale: number): Promise<string | null>
  close(): void
}

type Told = Exclude<FromCustomChart, { kind: 'exported' }>

const exportPatience = 20_000
/** What a frame may say about one drawing: code that says more shall not keep the page busy. */
const maxTold = 50

/**
 * Waits for the greeting of the page in this frame, then calls `onOpen`. Messages are taken
 * from this frame alone, and what comes through the port was written by somebody's code: it is read with suspicion.
 */
export function watchFrame(
  frame: HTMLIFrameElement,
  { onOpen, onTold }: { onOpen(channel: CustomChannel): void; onTold(told: Told): void },
): () => void {
  const page = frame.ownerDocument.defaultView
  let channel: CustomChannel | undefined
  const hear = (event: MessageEvent) => {
    if (event.source === null || event.source !== frame.contentWindow) return
    // once: code that loads its page anew, or greets in its name, gets nothing more
    if (event.data !== customChartGreeting || channel) return
    channel = openChannel(frame.contentWindow, onTold)
    onOpen(channel)
  }
  page?.addEventListener('message', hear)
  return () => {
    page?.removeEventListener('message', hear)
    channel?.close()
  }
}

function openChannel(target: Window, onTold: (told: Told) => void): CustomChannel {
  const { port1, port2 } = new MessageChannel()
  const waiting = new Map<number, (address: string | null) => void>()
  let last = 0
  let heard = 0
  port1.onmessage = (event: MessageEvent<unknown>) => {
    const told = readMessage(event.data)
    if (told?.kind === 'exported') waiting.get(told.id)?.(told.address)
    else if (told && heard++ < maxTold) onTold(told)
  }
  // the origin of the frame is opaque, so it cannot be named; it can only be a page of this instance (frame-src)
  target.postMessage(customChartGreeting, '*', [port2])
  return {
    send: (message) => {
      heard = 0
      port1.postMessage(message)
    },
    export: (format, scale) =>
      new Promise((resolve) => {
        const id = ++last
        const end = (address: string | null) => {
          clearTimeout(patience)
          waiting.delete(id)
          resolve(address)
        }
        const patience = setTimeout(() => end(null), exportPatience)
        waiting.set(id, end)
        port1.postMessage({ kind: 'export', id, format, scale } satisfies ToCustomChart)
      }),
    close: () => {
      port1.close()
      for (const end of waiting.values()) end(null)
    },
  }
}

/** A message of the protocol, or null. */
export function readMessage(data: unknown): FromCustomChart | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  const { kind, id, address, plotted, error } = data as Record<string, unknown>
  switch (kind) {
    case 'drawing':
      return { kind }
    case 'drawn':
      return {
        kind,
        plotted: plotted === true,
        error: typeof error === 'string' ? error.slice(0, 1000) : null,
      }
    case 'exported':
      return typeof id === 'number' ? { kind, id, address: pictureAddress(address) } : null
    default:
      return null
  }
}

/** Only pictures: in an `image` or `img` not even an SVG document runs anything. */
function pictureAddress(address: unknown): string | null {
  return typeof address === 'string' && /^data:image\/(svg\+xml|png)[;,]/.test(address) ? address : null
}
