/** A reason not to start that the operator can fix: printed as one line without a stack, exit code 1. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartRefused'
  }
}
