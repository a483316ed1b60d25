/**
 * A provider's statement cannot be believed, or the provider is out of reach. The person reads one sentence of ours;
 * `message`, which may tell more, is for the log and the admin.
 */
export class SignInFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'SignInFailed'
  }
}
