import { createSubscription, deleteSubscription } from '#shared/alerts/alert-subscriptions-api.ts'
import * as alerts from '#shared/alerts/alerts-api.ts'
import { sendDeliveryAgain } from '#shared/deliveries/deliveries-api.ts'
import * as destinations from '#shared/destinations/destinations-api.ts'
import { on, onObject, type RecordedEvent } from './recorded-event.ts'

/**
 * In addition to docs/reference/api-administration.md#recorded-events: deleted alerts, created, changed and tested
 * destinations, and messages that are sent again.
 */
export const alertEvents: readonly RecordedEvent[] = [
  on(alerts.listAlerts, () => ({ action: 'list', object_type: 'alert' })),
  onObject(alerts.getAlert, 'view', 'alert'),
  on(alerts.createAlert, ({ answer }) => ({
    action: 'create',
    object_type: 'alert',
    object_id: answer.id,
  })),
  onObject(alerts.saveAlert, 'edit', 'alert'),
  onObject(alerts.deleteAlert, 'delete', 'alert'),
  onObject(alerts.evaluateAlertNow, 'evaluate', 'alert'),
  onObject(alerts.muteAlert, 'mute', 'alert'),
  onObject(alerts.unmuteAlert, 'unmute', 'alert'),
  on(createSubscription, ({ params, body }) => ({
    action: 'subscribe',
    object_type: 'alert',
    object_id: params.id,
    properties: { destination: body.destination_id ?? null },
  })),
  on(deleteSubscription, ({ params }) => ({
    action: 'unsubscribe',
    object_type: 'alert',
    object_id: params.id,
  })),

  on(destinations.listDestinations, () => ({
    action: 'list',
    object_type: 'destination',
    object_id: 'admin/destinations',
  })),
  onObject(destinations.getDestination, 'view', 'destination'),
  on(destinations.createDestination, ({ answer }) => ({
    action: 'create',
    object_type: 'destination',
    object_id: answer.id,
  })),
  onObject(destinations.saveDestination, 'edit', 'destination'),
  onObject(destinations.deleteDestination, 'delete', 'destination'),
  on(destinations.testDestination, ({ params, answer }) => ({
    action: 'test',
    object_type: 'destination',
    object_id: params.id,
    properties: { result: answer.ok ? 'success' : 'failure' },
  })),
  on(sendDeliveryAgain, ({ params, answer }) => ({
    action: 'send_again',
    object_type: 'alert',
    object_id: answer.alert?.id ?? null,
    properties: { delivery: params.id, destination: answer.destination?.id ?? null },
  })),
]
