import type { FastifyReply } from 'fastify'

/** Adds a request header to `Vary`, unless it is already named there. */
export function addToVary(reply: FastifyReply, name: string): void {
  const named = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (!named.includes(name)) reply.header('vary', [...named, name].join(', '))
}
