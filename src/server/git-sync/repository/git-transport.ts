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
  /** of HTTPS: sent with the token; of SSH: in the address */
  username: string
  token: string
  /** of HTTPS: a certificate in PEM that signs the server's; '': those that everyone trusts */
  ca: string
  privateKey: string
  passphrase: string
  /** fingerprints or public keys of the SSH server */
  hostKey: string
}

/** Of one question and its answer; a large repository takes a while to be packed. */
export const callMilliseconds = 120_000
