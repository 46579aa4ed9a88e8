import { ServiceError } from '../platform/errors.js';
import type { RefusedPattern } from './globs/index.js';

/** Refusals of the access-grant routes. */
export const accessErrors = {
  memberExists: (email: string) =>
    new ServiceError(
      'member_exists',
      `${email} already belongs to this workspace: change the groups with PUT /v1/members/{identifier}/access.`,
    ),
  memberRevoked: (email: string) =>
    new ServiceError('member_revoked', `${email} is revoked: grant again first, with POST /v1/members.`),
  billingInactive: () =>
    new ServiceError(
      'billing_inactive',
      'Billing of this workspace is not active: activate it before granting access.',
    ),
  seatCapReached: (seats: number) =>
    new ServiceError('seat_cap_reached', `All ${seats} reader seats are taken: revoke a member or upgrade.`),
  pattern: ({ refused, message }: RefusedPattern, path: string) =>
    new ServiceError(refused, message, { details: [{ path, message }] }),
};
