/** A reason why this process cannot start that its operator can mend: printed as one line, exit code 1, no stack. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartRefused'
  }
}
