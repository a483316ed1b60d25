/**
 * The reply with a body that ends in an error where it grows longer than so many megabytes (packed ones once unpacked). It
 * is measured while it comes, and the rest never does: a foreign server must not fill our memory.
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
