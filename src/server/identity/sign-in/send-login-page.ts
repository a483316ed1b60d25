import type { FastifyReply } from 'fastify'
import { sendPage } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { renderLoginPage } from '../pages/login-page.ts'
import { loginChoices } from './sign-in-methods.ts'

export interface LoginAnswer {
  status: number
  /** where to go afterwards: has passed `sanitizeNext` */
  next: string
  email?: string
  remember?: boolean
  /** what went wrong, shown on the page */
  error: string | null
}

/** The login page with every method that is available now. */
export async function sendLoginPage(
  context: Pick<ServerContext, 'db' | 'config'>,
  reply: FastifyReply,
  { status, next, email = '', remember = true, error }: LoginAnswer,
): Promise<FastifyReply> {
  const { methods, hasPassword } = await loginChoices(context)
  return sendPage(reply, status, renderLoginPage({ next, email, remember, error, methods, hasPassword }))
}
