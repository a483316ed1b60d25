import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Refusals are final; an unreachable or restarting server is retried twice. */
function worthRetrying(failures: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return failures < 2 && (error.status === 0 || error.status === 502 || error.status === 503)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, staleTime: 30_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
