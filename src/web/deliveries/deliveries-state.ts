import type { Delivery } from '#shared/deliveries/deliveries-api.ts'
import { positiveInteger, textOf } from '#web/app/search-params.ts'
import { deliveryStates } from './delivery-words.tsx'

/** What the address says of the log. */
export interface DeliveriesState {
  state: Delivery['state'] | null
  destinationId: number | null
  alertId: number | null
  /** the one whose attempts are shown */
  delivery: number | null
  page: number
  pageSize: number
}

export const noFilters = { state: null, destinationId: null, alertId: null } as const

const largestPage = 250

/** The state of the log out of the address; what is not valid falls back. */
export function readDeliveriesState(
  search: Record<string, unknown>,
  defaultPageSize: number,
): DeliveriesState {
  const idOf = (value: unknown) => positiveInteger(value, 0) || null
  const state = textOf(search.state)
  const pageSize = positiveInteger(search.page_size, defaultPageSize)
  return {
    state: deliveryStates.find((known) => known === state) ?? null,
    destinationId: idOf(search.destination_id),
    alertId: idOf(search.alert_id),
    delivery: idOf(search.delivery),
    page: positiveInteger(search.page, 1),
    pageSize: pageSize > largestPage ? defaultPageSize : pageSize,
  }
}

/** The address of a state; what is as usual is left out. */
export function writeDeliveriesState(
  { state, destinationId, alertId, delivery, page, pageSize }: DeliveriesState,
  defaultPageSize: number,
): Record<string, string> {
  const written = {
    state,
    destination_id: destinationId,
    alert_id: alertId,
    delivery,
    page: page === 1 ? null : page,
    page_size: pageSize === defaultPageSize ? null : pageSize,
  }
  const said = Object.entries(written).filter(([, value]) => value !== null)
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]))
}

export function isFiltered({ state, destinationId, alertId }: DeliveriesState): boolean {
  return state !== null || destinationId !== null || alertId !== null
}
