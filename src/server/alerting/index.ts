export { prepareAlerts } from './alerts/evaluate-alerts.ts'
export { cleanDeliveries } from './deliveries/clean-deliveries-job.ts'
export { type Deliveries, keepDeliveries } from './deliveries/keep-deliveries.ts'
