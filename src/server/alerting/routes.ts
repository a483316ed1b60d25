export { registerAlertRoutes } from './alerts/alert-routes.ts'
export { registerSubscriptionRoutes } from './alerts/subscription-routes.ts'
export { registerDeliveryRoutes } from './deliveries/delivery-routes.ts'
export { registerDestinationRoutes } from './destinations/destination-routes.ts'
