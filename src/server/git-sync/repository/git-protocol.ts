/** The messages between the worker and the process that reads repositories. */

export interface ReadRequest {
  kind: 'read'
  /** a repository on this machine; null: the worker sends what the process asks of the remote */
  path: string | null
  branch: string
  /** folder of the content in the repository; '' for its root */
  folder: string
  /** the commit that was read last: if the branch is still there, nothing is read */
  known: string | null
}

/** What the server of the repository has answered; a failure ends the request. */
export interface TransportAnswer {
  kind: 'answer'
  id: number
  body: Uint8Array | null
}

export type GitRequest = ReadRequest | TransportAnswer

export interface TransportQuestion {
  kind: 'question'
  id: number
  /** null: which branches there are */
  body: Uint8Array | null
}

export interface ReadCommit {
  commit: string
  author: string
  subject: string
  /** path in the folder -> bytes; null: the branch is still at the known commit */
  files: ReadonlyMap<string, Uint8Array> | null
}

export type GitReply =
  | TransportQuestion
  | ({ kind: 'commit' } & ReadCommit)
  | { kind: 'failed'; message: string; reason: 'query'; position: null }
  | { kind: 'done' }

/** Limit of the bytes that a repository may send: packed, without its history. */
export const maxPackBytes = 64 * 1024 * 1024
