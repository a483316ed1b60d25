/**
 * A provider's statement is not trusted, or the provider is unreachable. People read one sentence of ours;
 * `message`, which may tell more, is for the log and the admin.
 */
export class SignInFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'SignInFailed'
  }
}
