import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiKeyColumns, type Db, type Secrets, type ServerContext } from '#server/kernel/index.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import { readEmail } from '#shared/users/email-address.ts'
import { keepingAdmins, makesAdmins } from '../groups/change-group.ts'
import { revokeAccountLinks, revokeHandedOverLinks } from '../link-tokens/link-tokens.ts'
import { setUpOrganization } from '../organizations/organization-store.ts'
import { hasFactor } from '../second-factor/check-code.ts'
import { type SignInOutcome, signInOrAskForCode } from '../second-factor/sign-in-or-ask-for-code.ts'
import { holdUser } from '../session/user-sessions.ts'
import { randomKey } from '../users/api-key.ts'
import { isAddressKept } from '../users/kept-address-store.ts'
import { insertUser, setGroups } from '../users/user-change-store.ts'
import { requireEmail } from '../users/user-fields.ts'
import { groupsToJoin } from './groups-to-join.ts'
import {
  findByIdentity,
  findUserByEmail,
  hasAddress,
  hasIdentity,
  type Identity,
  insertIdentity,
  type KnownUser,
  listGroupFacts,
  lockUserByEmail,
  updateAdmitted,
} from './identity-store.ts'
import { type Person, SignInFailed } from './person.ts'
import { type Authentication, faultOfProof, provedByLogin } from './proof-by-login.ts'

type Needs = Pick<ServerContext, 'db' | 'config' | 'secrets' | 'clock'>

interface Admission {
  remember: boolean
  /** where to go afterwards: has passed `sanitizeNext` */
  next: string
  authentication: Authentication
}

/**
 * Signs in a person whom a provider has authenticated, or first asks for the code of their second factor. Answers
 * where the browser goes next. Throws as `admit` does, and sign_in.proof_… when the login should confirm who the
 * person is and does not; a code of their second factor confirms it, too.
 */
export async function admitPerson(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  person: Person,
  { remember, next, authentication }: Admission,
): Promise<SignInOutcome> {
  const id = await admit(context, person)
  const provedAt = provedByLogin(context, person.provider, authentication.at)
  const fault = faultOfProof(provedAt, authentication.askedSince)
  if (fault !== null && !(await hasFactor(context, id))) throw fault
  request.signedInBy = person.provider
  return await context.db.transaction().execute(async (tx) => {
    await requireStill(tx, context, id, readPerson(person))
    const authenticated = { id, remember, next, provedAt }
    return await signInOrAskForCode({ ...context, db: tx }, request, reply, authenticated)
  })
}

/**
 * Locks the user until their session has begun. The account may have changed since the person was admitted: its owner
 * took their address back, or an admin disabled it. Both end sessions, and this one must not begin afterwards.
 */
async function requireStill(tx: Db, context: Needs, id: number, person: Person): Promise<void> {
  if (!(await holdUser(tx, id))) throw refuse('sign_in.account_disabled')
  const organization = await setUpOrganization({ db: tx })
  const org_id = organization?.id ?? 0
  const identity = identityOf(org_id, person)
  const user =
    identity === null
      ? await findUserByEmail(tx, org_id, person.email)
      : await findByIdentity(tx, identity, context.clock())
  if (user?.id !== id) throw new SignInFailed('The account changed while this person logged in.')
}

/**
 * The user for a person whom a provider has authenticated, created if missing: the one rule of all providers.
 * Finds the user by their identity at the provider, unless that is only the address; else by an email address that
 * both sides have verified. Throws SignInFailed and sign_in.….
 */
export async function admit(context: Needs, person: Person): Promise<number> {
  const { db } = context
  const organization = await setUpOrganization({ db })
  if (organization === null) throw new SignInFailed('The instance is not set up yet.')
  const org_id = organization.id
  const checked = readPerson(person)
  const within = (keepsAdmin: boolean) =>
    keepingAdmins({ db }, { org_id }, async (tx) => {
      const user = await findOrAdd(tx, context, org_id, checked)
      if (checked.groups !== undefined)
        await changeGroups(tx, context, org_id, user.id, checked.groups, keepsAdmin)
      return user.id
    })
  try {
    return await within(false)
  } catch (error) {
    // whatever the provider says: an organization keeps its last admin
    if (!(error instanceof Refusal) || error.code !== 'user.last_admin') throw error
    return await within(true)
  }
}

/**
 * Whether a person who was admitted still leads to this user. Ask again when a sign-in lasts: the owner of the account
 * may have taken their address back, which removes the identities of others.
 */
export async function isStillOf(db: Db, userId: number, person: Person): Promise<boolean> {
  const checked = readPerson(person)
  const identity = identityOf(0, checked)
  return identity === null
    ? await hasAddress(db, userId, checked.email)
    : await hasIdentity(db, userId, identity)
}

const maxIssuerLength = 1000
const maxSubjectLength = 500

function readPerson(person: Person): Person {
  const { issuer, subject } = person
  if (issuer === '' || subject === '') throw new SignInFailed('The provider did not identify the person.')
  // both are part of an index key, whose size is limited
  if (Buffer.byteLength(issuer) > maxIssuerLength || Buffer.byteLength(subject) > maxSubjectLength)
    throw new SignInFailed('The identifier from the provider is too long.')
  if ([issuer, subject, person.email].some((text) => text !== storable(text)))
    throw new SignInFailed('The provider sent characters that cannot be stored.')
  if (person.email.trim() === '') throw new SignInFailed('The provider named no email address.')
  const email = readEmail(person.email)
  if (email === null) throw refuse('sign_in.not_allowed', { email: person.email })
  return { ...person, email, name: storable(person.name).trim().slice(0, 320) }
}

/** The text without characters that PostgreSQL cannot store. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

async function findOrAdd(tx: Db, context: Needs, org_id: number, person: Person): Promise<{ id: number }> {
  const now = context.clock()
  const identity = identityOf(org_id, person)
  const known = identity === null ? null : await findByIdentity(tx, identity, now)
  if (known === null && !person.is_email_verified) throw refuse('sign_in.email_not_verified')
  // locked: their owner may take the account back, or another person accept its invitation, at this moment
  const user = known ?? (await lockUserByEmail(tx, org_id, person.email))
  const keep = async (user_id: number) => {
    if (known === null && identity !== null) await insertIdentity(tx, { ...identity, user_id }, now)
  }
  if (user === null) {
    const id = await addPerson(tx, context, org_id, person)
    await keep(id)
    return { id }
  }
  requireOpen(user, known !== null)
  await keep(user.id)
  const name = person.name || user.name
  // of an invitation that was only handed over, nothing has verified the address so far
  const verified = known === null ? { is_email_verified: true } : {}
  if (user.name !== name || user.is_invitation_pending)
    await updateAdmitted(tx, user.id, { name, ...verified }, now)
  // this sign-in replaces the invitation
  if (user.is_invitation_pending) await revokeAccountLinks(tx, user.id)
  return user
}

/**
 * Null: the provider identifies people only by address. Addresses get reassigned, so an address is never stored as
 * an identity.
 */
function identityOf(org_id: number, { provider, issuer, subject, email }: Person): Identity | null {
  return subject.trim().toLowerCase() === email ? null : { org_id, provider, issuer, subject }
}

/**
 * Users can enter another person's address in their own profile: until it is verified, its owner must not be
 * signed in to that account.
 */
function requireOpen(user: KnownUser, isKnown: boolean): void {
  if (user.disabled_at !== null) throw refuse('sign_in.account_disabled')
  if (!isKnown && !user.is_email_verified && !user.is_invitation_pending)
    throw refuse('sign_in.account_not_verified')
}

async function addPerson(
  tx: Db,
  { config, secrets, clock }: Needs,
  org_id: number,
  { email, name, picture, provider, may_join = true }: Person,
): Promise<number> {
  if (!may_join) {
    // the exact messages that clients of Redash know
    throw provider === 'google'
      ? refuse('sign_in.google_not_allowed', { email })
      : refuse('sign_in.not_allowed', { email })
  }
  const id = await addUser(
    { db: tx, secrets },
    {
      org_id,
      name: name || email,
      email: requireAdmissible(email, config.blockedDomains),
      profile_image_url: isPicture(picture) ? picture : null,
    },
    clock(),
  )
  if (id !== null) return id
  // it is the last verified address of a user, whose present one is not verified
  if (await isAddressKept(tx, { org_id, email, user_id: null }, clock()))
    throw refuse('sign_in.account_not_verified')
  // a concurrent sign-in has just created a user with this address: the next attempt finds it
  throw new SignInFailed('Another sign-in created this user at the same moment.')
}

function requireAdmissible(email: string, blockedDomains: readonly string[]): string {
  try {
    return requireEmail(email, blockedDomains)
  } catch {
    throw refuse('sign_in.not_allowed', { email })
  }
}

function isPicture(picture: string | null | undefined): picture is string {
  return (
    typeof picture === 'string' &&
    picture.length <= 1000 &&
    /^https:\/\//.test(picture) &&
    URL.canParse(picture)
  )
}

async function changeGroups(
  tx: Db,
  { config }: Needs,
  orgId: number,
  userId: number,
  names: readonly string[],
  keepsAdmin: boolean,
): Promise<void> {
  const groups = await listGroupFacts(tx, orgId, userId)
  const joined = groupsToJoin(groups, names, config.providersNameAdmins, keepsAdmin)
  await putIntoGroups(tx, userId, joined)
  const isNewAdmin = groups.some(
    (group) => makesAdmins(group) && !group.is_member && joined.includes(group.id),
  )
  // the person is known, but not who else holds a link to the account
  if (isNewAdmin) await revokeHandedOverLinks(tx, userId)
}

interface AddedUser {
  org_id: number
  name: string
  email: string
  profile_image_url: string | null
}

/**
 * Adds a user whom a provider has authenticated: without a password, in the group `default`. Null when the address
 * is taken.
 */
async function addUser(
  { db, secrets }: { db: Db; secrets: Secrets },
  user: AddedUser,
  now: Date,
): Promise<number | null> {
  const key = apiKeyColumns(secrets, randomKey())
  return await insertUser(db, { ...user, ...key, is_invitation_pending: false }, now)
}

/** Makes these the only groups of the user. */
async function putIntoGroups(tx: Db, userId: number, groupIds: readonly number[]): Promise<void> {
  await setGroups(tx, userId, groupIds)
}
