import type { Delivery } from '#shared/deliveries/deliveries-api.ts'
import {
  type Paging,
  positiveInteger,
  readPaging,
  textOf,
  unreadNames,
  writePaging,
} from '#web/ui/search-params.ts'
import { deliveryStates } from './delivery-words.tsx'

/** The state of the log in the address. */
export interface DeliveriesState extends Paging {
  state: Delivery['state'] | null
  destinationId: number | null
  alertId: number | null
  /** the delivery whose attempts are shown */
  delivery: number | null
}

export const noFilters = { state: null, destinationId: null, alertId: null } as const

/** Reads the state of the log from the address; invalid values fall back to the defaults. */
export function readDeliveriesState(
  search: Record<string, unknown>,
  defaultPageSize: number,
): DeliveriesState {
  const idOf = (value: unknown) => positiveInteger(value, 0) || null
  const state = textOf(search.state)
  return {
    state: deliveryStates.find((known) => known === state) ?? null,
    destinationId: idOf(search.destination_id),
    alertId: idOf(search.alert_id),
    delivery: idOf(search.delivery),
    ...readPaging(search, defaultPageSize),
  }
}

/** The address of a state; defaults are omitted. */
export function writeDeliveriesState(
  { state, destinationId, alertId, delivery, ...paging }: DeliveriesState,
  defaultPageSize: number,
): Record<string, string> {
  const written = {
    state,
    destination_id: destinationId,
    alert_id: alertId,
    delivery,
  }
  const said = Object.entries(written).filter(([, value]) => value !== null)
  return {
    ...Object.fromEntries(said.map(([name, value]) => [name, String(value)])),
    ...writePaging(paging, defaultPageSize),
  }
}

/** Names of filters in the address with invalid values. */
export function unreadFilters(search: Record<string, unknown>, state: DeliveriesState): string[] {
  const names = ['state', 'destination_id', 'alert_id']
  return unreadNames(search, writeDeliveriesState(state, state.pageSize), names)
}

export function isFiltered({ state, destinationId, alertId }: DeliveriesState): boolean {
  return state !== null || destinationId !== null || alertId !== null
}
