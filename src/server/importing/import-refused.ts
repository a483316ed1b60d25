/** What is wrong with the other product's data or the way to it: one sentence for the operator, with the remedy. */
export class ImportRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ImportRefused'
  }
}
