export { replacePassword } from './account-links/use-account-link.ts'
export { createGroup, keepingAdmins, makesAdmins, requireGroup } from './groups/change-group.ts'
export { linkDataSource, listMemberIds, setLinkAccess, unlinkDataSource } from './groups/group-store.ts'
export { createTokenReader } from './jwt/read-token.ts'
export { tryDirectory } from './ldap/look-up-in-directory.ts'
export { revokeAccountLinks, revokeHandedOverLinks } from './link-tokens/link-tokens.ts'
export { createOpenidClient } from './openid/openid-client.ts'
export { googleProvider, openidProvider } from './openid/openid-provider.ts'
export { currentOrganization, replaceSettings } from './organizations/organization-store.ts'
export { saveSettings, settingsInForce } from './organizations/save-settings.ts'
export type { GrantedKind } from './permissions/access-grant-routes.ts'
export { requireUserId } from './permissions/access-grant-routes.ts'
export { findIdentityProvider } from './saml/identity-provider.ts'
export { resetFactor } from './second-factor/own-factor.ts'
export { cleanSessions } from './session/clean-sessions-job.ts'
export { addIdentity, loadActor, readApiKey } from './session/identify.ts'
export { requireProofForAdmins } from './session/prove-again.ts'
export { newToken } from './session/session-cookies.ts'
export { endSessions, holdActor } from './session/user-sessions.ts'
export { isSetUp, setUp } from './setup/set-up.ts'
export { SignInFailed } from './sign-in/person.ts'
export { ldapOf } from './sign-in/sign-in-methods.ts'
export { randomKey, renewKey } from './users/api-key.ts'
export { enableUser } from './users/change-user.ts'
export { createInvitedUser } from './users/invite-user.ts'
export { isAddressKept } from './users/kept-address-store.ts'
export { hashPassword } from './users/password.ts'
export {
  holdGoverned,
  loadUsers,
  requireGoverned,
  requireUser,
  type UserWithKey,
  userDetail,
} from './users/require-user.ts'
export { setDisabled } from './users/user-change-store.ts'
export { discreetUser, profileImageUrl } from './users/user-reply.ts'
export { findUser } from './users/user-store.ts'
