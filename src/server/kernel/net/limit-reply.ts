/**
 * Returns the reply with a body that fails once it exceeds this many megabytes (after decompression). The size is
 * checked while the body arrives, so that a foreign server cannot fill our memory.
 */
export function limitReply(reply: Response, megabytes: number): Response {
  if (reply.body === null) return reply
  let left = megabytes * 1_000_000
  const measure = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      left -= part.length
      if (left < 0) controller.error(new Error(`The answer is longer than ${megabytes} MB.`))
      else controller.enqueue(part)
    },
  })
  const { status, statusText, headers } = reply
  return new Response(reply.body.pipeThrough(measure), { status, statusText, headers })
}
