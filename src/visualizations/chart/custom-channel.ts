import {
  customChartGreeting,
  type FromCustomChart,
  type ToCustomChart,
} from '#shared/visualizations/custom-chart-frame.ts'

/** The message channel to the frame of a custom chart. */
export interface CustomChannel {
  send(message: ToCustomChart): void
  /** the plot as a `data:` URL; null without a plot, or when the frame does not answer in time */
  export(format: 'svg' | 'png', scale: number): Promise<string | null>
  close(): void
}

type FrameMessage = Exclude<FromCustomChart, { kind: 'exported' }>

/** Milliseconds. */
const exportTimeout = 20_000
/** Further messages about one drawing are dropped, so that code in the frame cannot keep the page busy. */
const maxMessages = 50

/**
 * Waits for the greeting of the page in this frame, then calls `onOpen`. Accepts messages only from this frame, and
 * validates each: user code in the frame may send anything.
 */
export function watchFrame(
  frame: HTMLIFrameElement,
  { onOpen, onMessage }: { onOpen(channel: CustomChannel): void; onMessage(message: FrameMessage): void },
): () => void {
  const page = frame.ownerDocument.defaultView
  let channel: CustomChannel | undefined
  const receive = (event: MessageEvent) => {
    if (event.source === null || event.source !== frame.contentWindow) return
    // only once: a reloaded page, or code that imitates the greeting, gets no second channel
    if (event.data !== customChartGreeting || channel) return
    channel = openChannel(frame.contentWindow, onMessage)
    onOpen(channel)
  }
  page?.addEventListener('message', receive)
  return () => {
    page?.removeEventListener('message', receive)
    channel?.close()
  }
}

function openChannel(target: Window, onMessage: (message: FrameMessage) => void): CustomChannel {
  const { port1, port2 } = new MessageChannel()
  const waiting = new Map<number, (address: string | null) => void>()
  let last = 0
  let received = 0
  port1.onmessage = (event: MessageEvent<unknown>) => {
    const message = readMessage(event.data)
    if (message?.kind === 'exported') waiting.get(message.id)?.(message.address)
    else if (message && received++ < maxMessages) onMessage(message)
  }
  // a sandboxed frame has an opaque origin, which cannot be named; frame-src admits only pages of this instance
  target.postMessage(customChartGreeting, '*', [port2])
  return {
    send: (message) => {
      received = 0
      port1.postMessage(message)
    },
    export: (format, scale) =>
      new Promise((resolve) => {
        const id = ++last
        const end = (address: string | null) => {
          clearTimeout(timeout)
          waiting.delete(id)
          resolve(address)
        }
        const timeout = setTimeout(() => end(null), exportTimeout)
        waiting.set(id, end)
        port1.postMessage({ kind: 'export', id, format, scale } satisfies ToCustomChart)
      }),
    close: () => {
      port1.close()
      for (const end of waiting.values()) end(null)
    },
  }
}

/** Validates a message of the frame; null when it is not part of the protocol. */
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
      return typeof id === 'number' ? { kind, id, address: imageAddress(address) } : null
    default:
      return null
  }
}

/** Accepts only images: in `image` and `img` elements not even SVG documents run scripts. */
function imageAddress(address: unknown): string | null {
  return typeof address === 'string' && /^data:image\/(svg\+xml|png)[;,]/.test(address) ? address : null
}
