/** What came from the server is no message of its protocol, or more than anybody could hold. The message is shown. */
export class WireFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'WireFault'
  }
}

/** For errors that a driver threw while it read: whatever they are, the server caused them. */
export function wireFault(error: unknown, protocol: string): WireFault {
  if (error instanceof WireFault) return error
  return new WireFault(`The server sent what is no message of the ${protocol} protocol.`, error)
}
