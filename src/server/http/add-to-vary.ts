import type { FastifyReply } from 'fastify'

/** Adds a request header on which the reply depends to those named already. */
export function addToVary(reply: FastifyReply, name: string): void {
  const named = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (!named.includes(name)) reply.header('vary', [...named, name].join(', '))
}
