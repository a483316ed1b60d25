/** How the worker asks a remote. Answers are bounded by `maxPackBytes`. Throws GitProblem and ConnectionFailed. */
export interface GitTransport {
  /** which branches there are, as a server of the protocol over HTTP says it */
  discover(): Promise<Uint8Array>
  /** one request and its answer, after `discover` */
  call(body: Uint8Array): Promise<Uint8Array>
  close(): void
}

export interface GitRemote {
  kind: 'https' | 'ssh'
  url: string
  /** HTTPS: the user name sent with the token; SSH: the one in the address */
  username: string
  token: string
  /** HTTPS: the certificate authority of the server, in PEM; '': the usual ones */
  ca: string
  privateKey: string
  passphrase: string
  /** fingerprints or public keys of the SSH server */
  hostKey: string
}

/** Time limit of one request: a large repository takes a while to be packed. */
export const callMilliseconds = 120_000
