export { registerAccountLinkRoutes } from './account-links/account-link-routes.ts'
export { registerApiKeyRoutes } from './api-keys/api-key-routes.ts'
export { registerEmailVerificationRoutes } from './email-verification/email-verification-routes.ts'
export { registerGroupRoutes } from './groups/group-routes.ts'
export { registerLdapRoutes } from './ldap/ldap-routes.ts'
export { registerOpenidRoutes } from './openid/openid-routes.ts'
export { registerOrganizationRoutes } from './organizations/organization-routes.ts'
export { registerAccessGrantRoutes } from './permissions/access-grant-routes.ts'
export { registerRemoteUserRoutes } from './remote-user/remote-user-routes.ts'
export { registerSamlRoutes } from './saml/saml-routes.ts'
export { registerSecondFactorRoutes } from './second-factor/second-factor-routes.ts'
export {
  registerProofRoutes,
  registerSessionRoutes,
  registerUserSessionRoutes,
} from './session/session-routes.ts'
export { registerSetupRoutes } from './setup/setup-routes.ts'
export { registerUserRoutes } from './users/user-routes.ts'
