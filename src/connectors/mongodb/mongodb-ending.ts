import type { Document, MongoClient } from 'mongodb'

/** If the query has not ended after this time, the connection is closed (docs/reference/promises.md#r4: two seconds). */
const obeyMilliseconds = 1750
const questionMilliseconds = 1000

/** Ends what runs under this comment until `done`. Returns whether the connection had to be closed. */
export async function endQuery(
  client: MongoClient,
  comment: string,
  done: Promise<unknown>,
): Promise<boolean> {
  let hasEnded = false
  const ended = done.then(() => {
    hasEnded = true
  })
  const killing = (async () => {
    for (let attempt = 0; attempt < 6 && !hasEnded; attempt++) {
      await killOperations(client, comment).catch(() => {})
      await Promise.race([ended, wait(200)])
    }
  })()
  await Promise.race([ended, wait(obeyMilliseconds)])
  if (hasEnded) {
    await killing
    return false
  }
  await client.close(true).catch(() => {})
  return true
}

/**
 * Ends the operations and cursors with exactly this comment. A user may see and end their own operations without
 * further rights.
 */
export async function killOperations(client: MongoClient, comment: string): Promise<void> {
  const admin = client.db('admin')
  const found = await admin
    .aggregate(
      [
        { $currentOp: { idleCursors: true } },
        {
          $match: { $or: [{ 'command.comment': comment }, { 'cursor.originatingCommand.comment': comment }] },
        },
        { $project: { opid: 1, type: 1, ns: 1, cursor: 1 } },
      ],
      // ids of cursors have 64 bits
      { maxTimeMS: questionMilliseconds, promoteLongs: false },
    )
    .toArray()
  for (const { opid, type, ns, cursor } of found) {
    if (type === 'idleCursor') await killCursor(client, String(ns), cursor)
    else if (opid !== undefined) await admin.command({ killOp: 1, op: opid })
  }
}

async function killCursor(
  client: MongoClient,
  namespace: string,
  cursor: Document | undefined,
): Promise<void> {
  const dot = namespace.indexOf('.')
  if (dot === -1 || cursor?.cursorId === undefined) return
  const [database, collection] = [namespace.slice(0, dot), namespace.slice(dot + 1)]
  await client.db(database).command({ killCursors: collection, cursors: [cursor.cursorId] })
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
