import type { RefusedPattern } from '@tessera/path-access';
import { errors, ServiceError } from '../platform/errors.js';
import type { Role } from '../principals/wire.js';
import type { MailRefusal } from './mail-counts.js';
import type { MembershipRow } from './memberships/queries.js';

/** Names the route that changes the rights of an existing member, by the member's role and the caller's route. */
function whereToChange(role: Role, route: string): string {
  return route === 'grant' && role === 'member'
    ? 'change the groups with PUT /v1/members/{identifier}/access'
    : 'an admin of the workspace changes that in its settings';
}

const roleNames: Readonly<Record<Role, string>> = { admin: 'an admin', editor: 'an editor', member: 'a member' };

/** Errors of the access routes. */
export const accessErrors = {
  memberExists: (email: string, role: Role, route: string) =>
    new ServiceError(
      'member_exists',
      `${email} already belongs to this workspace as ${roleNames[role]}: ${whereToChange(role, route)}.`,
    ),
  /** Why a membership grants nothing now; undefined if it has started and not ended. */
  notCurrent: ({ email, state }: Pick<MembershipRow, 'email' | 'state'>): ServiceError | undefined =>
    ({
      current: undefined,
      revoked: accessErrors.memberRevoked(email),
      expired: new ServiceError('member_revoked', `The access of ${email} has expired: grant it again first.`),
      not_started: new ServiceError(
        'member_revoked',
        `The access of ${email} has not started: create the link once it has.`,
      ),
    })[state],
  memberRevoked: (email: string) =>
    new ServiceError('member_revoked', `${email} is revoked: grant again first, with POST /v1/members.`),
  hasSignedIn: (email: string) =>
    new ServiceError('member_exists', `${email} has already signed in and needs no invite.`),
  tooManyInvites: (email: string, { reason, waitSeconds }: MailRefusal) =>
    errors.rateLimited(
      `No mail was sent to ${email}, because ${reason}: wait, or send them the address of the sign-in page.`,
      waitSeconds,
    ),
  lastAdmin: () => errors.forbidden('This is the last admin of the workspace: make someone else an admin first.'),
  billingInactive: () =>
    new ServiceError(
      'billing_inactive',
      'Billing of this workspace is not active: activate it before granting access.',
    ),
  seatCapReached: (seats: number) =>
    new ServiceError(
      'seat_cap_reached',
      `All ${seats} reader seats of the workspace are taken: revoke a member, or have the operator raise reader_seats ` +
        'with PATCH /operator/workspaces/{id}.',
    ),
  publicGroupExists: () =>
    new ServiceError(
      'public_group_exists',
      'Another group of this workspace is public: add the paths to it, or set its `public` to false first.',
    ),
  pattern: ({ refused, message }: RefusedPattern, path: string) =>
    new ServiceError(refused, message, { details: [{ path, message }] }),
};
