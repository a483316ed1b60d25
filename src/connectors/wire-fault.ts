/** The server sent an invalid protocol message, or one that exceeds a limit. The message is shown. */
export class WireFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'WireFault'
  }
}

/** Wraps an error that a driver threw while reading: whatever it is, the server caused it. */
export function wireFault(error: unknown, protocol: string): WireFault {
  if (error instanceof WireFault) return error
  return new WireFault(`The server sent something that is not a message of the ${protocol} protocol.`, error)
}
