import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Delivery, getDelivery, listDeliveries } from '#shared/deliveries/deliveries-api.ts'
import { call } from '#web/api/call.ts'

/** Prefix of the keys of all queries about deliveries. */
export const deliveriesKey = ['deliveries'] as const

/** Waiting deliveries are polled at this interval. */
const whileWaiting = 4000

const isWaiting = ({ state }: Pick<Delivery, 'state'>) => state === 'queued'

export interface DeliveriesAsked {
  page: number
  page_size: number
  state?: Delivery['state'] | undefined
  destination_id?: number | undefined
  alert_id?: number | undefined
}

export function deliveriesQuery({ page, page_size, ...filters }: DeliveriesAsked) {
  const query = { ...filters, page: String(page), page_size: String(page_size) }
  return queryOptions({
    queryKey: [...deliveriesKey, 'list', query],
    queryFn: ({ signal }) => call(listDeliveries, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.results.some(isWaiting) ? whileWaiting : false),
  })
}

/** One delivery with all its attempts. */
export function deliveryQuery(id: number) {
  return queryOptions({
    queryKey: [...deliveriesKey, id],
    queryFn: ({ signal }) => call(getDelivery, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isWaiting(data) ? whileWaiting : false),
  })
}
